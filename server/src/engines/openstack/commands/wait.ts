import { GantryError } from '@gantry/contract/wire/errors';
import type { Document } from '../../../port/store/rows.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { isUnknown } from '../client/errors.ts';
import { pause } from '../mirror/pause.ts';
import type { Parts } from './parts.ts';

/** Milliseconds between two looks, and how long a resource may rest elsewhere before the command has failed. */
const LOOK_MS = 1000;
const REST_MS = 15_000;

/** What a look has found; what rests says how. */
export type Found = 'done' | 'under way' | { resting: string };

/** A resource as it is now, with its row in step; null where it is gone, undefined where nobody answers. */
export async function lookAt({ mirror }: Parts, kind: string, id: string): Promise<Document | null | undefined> {
  try {
    return (await mirror.rereads.look(kind, id))?.document ?? null;
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

/** Status of a resource, `gone` where there is none; undefined where nobody answers. */
export async function statusNow(parts: Parts, kind: string, id: string): Promise<string | undefined> {
  const document = await lookAt(parts, kind, id);
  return document === null ? 'gone' : document && String(document['status']);
}

/** Looks until a command has come to its end. Throws what `look` throws, and engine_refused when it rests elsewhere or takes too long. */
export async function untilDone(
  parts: Parts,
  { signal }: CommandContext,
  requestId: string | undefined,
  look: () => Promise<Found>,
): Promise<void> {
  const startedAt = Date.now();
  let restingSince: number | undefined;
  for (let tries = 0; ; tries++) {
    await pause(tries === 0 ? LOOK_MS / 4 : LOOK_MS, signal);
    const found = await look();
    if (found === 'done') return;
    restingSince = found === 'under way' ? undefined : (restingSince ?? Date.now());
    if (found !== 'under way' && restingSince !== undefined && Date.now() - restingSince > REST_MS) throw refused(requestId, found.resting);
    if (Date.now() - startedAt > parts.commandLimit) throw refused(requestId, 'the cloud has not finished within the time limit');
  }
}

/** The cloud did not do what it had accepted. */
export const refused = (requestId: string | undefined, detail: string): GantryError =>
  new GantryError('engine_refused', { detail, ...(requestId !== undefined && { requestId }) });
