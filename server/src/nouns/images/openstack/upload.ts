import type { ImageCreate } from '@gantry/contract/nouns/images/bodies';
import { containerOf } from '@gantry/contract/nouns/images/formats';
import { GantryError } from '@gantry/contract/wire/errors';
import { z } from 'zod';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { markOf, TASK_MARK } from '../../../engines/openstack/client/mark.ts';
import { createSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { askToChange, changingToken, refreshNow, scopeProject, sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { findImage, getImage } from './client.ts';

const KIND = 'image';
const placeOf = (id: string): string => `/images/${encodeURIComponent(id)}`;

/** What the image service calls what is requested. */
function wanted(context: CommandContext, { checksum: _checksum, disk_format: format, ...members }: ImageCreate): object {
  return { visibility: 'private', container_format: containerOf(format), disk_format: format, ...members, [TASK_MARK]: markOf(context) };
}

const limited = z.object({ limit: z.number(), usage: z.number() });
/** What a project's images take and may take, in MiB, where the service limits that. */
const usageAnswer = z.object({ usage: z.object({ image_size_total: limited.optional(), image_count_total: limited.optional() }) });
const MIB = 2 ** 20;

/**
 * Throws quota_exceeded where the service would take no further image of the project, or not one of so many bytes: told before any of them is
 * sent. A service without limits of its own does not know the question; one that limits only while it is filled says so then.
 */
async function assertRoom(parts: Parts, context: CommandContext): Promise<void> {
  const request = { service: 'image', method: 'GET', path: '/info/usage', answer: usageAnswer } as const;
  const { image_size_total: size, image_count_total: count } =
    (await ignoreNotFound(sendChange(parts, context, scopeProject(context), request)))?.body.usage ?? {};
  const isFull = ({ limit, usage }: z.infer<typeof limited>, more: number): boolean => limit >= 0 && usage + more > limit;
  if ((size && isFull(size, (context.bytes?.size ?? 0) / MIB)) || (count && isFull(count, 1)))
    throw new GantryError('quota_exceeded', { params: { resource: 'image_storage' } });
}

/**
 * Makes an image and fills it with the bytes of the request. Where these do not come to their end, or their process is gone, the image is
 * deleted again: half of one is nothing.
 */
export function uploadImage(parts: Parts): Command<ImageCreate> {
  const fill = async (context: CommandContext, id: string): Promise<void> => {
    const { bytes, requestId, signal } = context;
    if (!bytes) throw new GantryError('interrupted', { detail: 'the server ended while the bytes were sent' });
    const as = await changingToken(parts, context, scopeProject(context));
    await parts.api.put('image', { path: `${placeOf(id)}/file`, as, bytes, requestId, signal, timeLimit: parts.commandLimit });
    await refreshNow(parts, context, id, KIND);
  };
  const discard = async (context: CommandContext, id: string): Promise<void> => {
    // What ended the upload does not end this.
    const further = { ...context, signal: AbortSignal.timeout(parts.commandLimit) };
    const unprotected = { service: 'image', method: 'PATCH', path: placeOf(id), headers: PATCH } as const;
    const change = { ...unprotected, body: [{ op: 'replace', path: '/protected', value: false }], answer: z.unknown() };
    await ignoreNotFound(sendChange(parts, further, scopeProject(context), change));
    await ignoreNotFound(askToChange(parts, further, scopeProject(context), { service: 'image', method: 'DELETE', path: placeOf(id) }));
    await refreshNow(parts, further, id, KIND);
  };
  const created = createSync<ImageCreate, { id: string }>(parts, {
    kind: KIND,
    async ask(body, context) {
      await assertRoom(parts, context);
      return { service: 'image', path: '/images', body: wanted(context, body) };
    },
    answer: z.object({ id: z.string() }),
    idOf: (_context, _body, { id }) => id,
    find: async (context) => (await findImage(parts.api, TASK_MARK, markOf(context)))?.id,
  });
  return {
    ...created,
    async settle(context, { id }) {
      const there = context.bytes ? undefined : await ignoreNotFound(getImage(parts.api, id));
      // Its end was not stored before the process died.
      if (there?.status === 'active') return;
      try {
        await fill(context, id);
      } catch (error) {
        context.bytes?.stream.destroy();
        await discard(context, id).catch((err: unknown) => context.log.warn({ err, id }, 'half an image could not be taken away'));
        throw error;
      }
    },
  };
}

/** How the image service takes changes: each member by itself. */
export const PATCH = { 'content-type': 'application/openstack-images-v2.1-json-patch' };
