/**
 * Guests with a will of their own, on demand: the metadata key `gantry.guest` says how a server's guest behaves. `stubborn`: it does not
 * react when asked to shut down. `halts`: it powers itself off, some time after it has begun to run.
 */
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { noteEntry } from './journal.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { beginChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { ChangeNote } from '../../../port/store/changes.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';

const GUEST_KEY = 'gantry.guest';

type Metadata = Readonly<Record<string, string>>;

export const isStubborn = (metadata: Metadata): boolean => metadata[GUEST_KEY] === 'stubborn';
const haltsItself = (metadata: Metadata): boolean => metadata[GUEST_KEY] === 'halts';

/** Writes a server that has come to rest; a guest that halts by itself will do so after its time. */
export async function putRested(platform: Platform, writer: Writer, server: ServerDocument, note?: ChangeNote): Promise<void> {
  await putServer(platform, writer, server, note);
  if (server.status !== 'ACTIVE' || !haltsItself(server.metadata)) return;
  await beginChange(platform, writer, halting, { document: server, accepted: null, details: {} });
}

/** A guest that powers itself off, if it still runs; while something else goes on its time begins anew at the end of that. */
export const halting: AsyncOperation<'server'> = {
  kind: 'server',
  does: 'server.halt',
  timing: 'halt',
  through: () => [],
  end: async (platform, writer, server) => {
    const runs = server.status === 'ACTIVE' && server.task_state === null && server.host_status !== 'DOWN';
    if (!runs || !haltsItself(server.metadata)) return { document: null, failure: null };
    const at = platform.now();
    const entry = { action: 'stop', request_id: null, user_id: null, message: 'the guest powered itself off' };
    await noteEntry(platform, writer.records, server.id, entry, platform.guests.console(['halt'], server, { at, ran: true }));
    return { document: { ...server, status: 'SHUTOFF', updated: at }, failure: null };
  },
};
