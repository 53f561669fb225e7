import type { AttachVolume, DetachVolume, UpdateVolume } from '@gantry/contract/nouns/servers/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { Document } from '../../../../port/store/rows.ts';
import type { Command, CommandContext } from '../../../../port/engine.ts';
import { isGone, ServiceError, ignoreNotFound } from '../../../../engines/openstack/client/errors.ts';
import { volumes } from '../../../volumes/openstack/client.ts';
import { getServer } from '../client.ts';
import { settleAttachment, type Seen } from './attachment-settle.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';

/** Lowest microversions that take `delete_on_termination`: when attaching, and afterwards. */
const SAID_AT_ONCE = '2.79';
const SAID_LATER = '2.85';

const pathOf = (serverId: string, volumeId?: string): string =>
  `/servers/${encodeURIComponent(serverId)}/os-volume_attachments${volumeId === undefined ? '' : `/${encodeURIComponent(volumeId)}`}`;

/** Server and volume say of each other that they belong together: both are shown as they are now. */
async function showBoth(parts: Parts, context: CommandContext, serverId: string, volumeId: string): Promise<void> {
  await refreshNow(parts, context, volumeId, 'volume');
  await refreshNow(parts, context, serverId);
}

const idsIn = (list: unknown, key: string): unknown[] =>
  Array.isArray(list) ? list.map((item: unknown) => (item as Document | null)?.[key]) : [];

const holdsVolume = ({ server, volume }: Seen, serverId: string, volumeId: string): { inServer: boolean; inVolume: boolean } => ({
  inServer: idsIn(server?.['volumes'], 'id').includes(volumeId),
  inVolume: idsIn(volume?.['attachments'], 'server_id').includes(serverId),
});

export const attachVolume = (parts: Parts): Command<AttachVolume> => ({
  async accept(context, target, { volume_id: volumeId, delete_on_termination: goes }) {
    const { id, projectId } = required(target);
    const said = goes === true && { delete_on_termination: true };
    const body = { volumeAttachment: { volumeId, ...said } };
    const needs = said ? SAID_AT_ONCE : undefined;
    const requestId = await askToChange(parts, context, projectId, { method: 'POST', path: pathOf(id), needs, body });
    await showBoth(parts, context, id, volumeId);
    return { id, requestId };
  },
  settle: (context, { id, requestId }, { volume_id: volumeId }) =>
    settleAttachment(parts, context, {
      serverId: id,
      volumeId,
      requestId,
      isDone: (seen) => {
        const { inServer, inVolume } = holdsVolume(seen, id, volumeId);
        return inServer && inVolume && seen.volume?.['status'] === 'in-use';
      },
    }),
  async recover(_context, id, { volume_id: volumeId }) {
    const server = await ignoreNotFound(getServer(parts.api, required(id)));
    const attached = server?.['os-extended-volumes:volumes_attached'].some((volume) => volume.id === volumeId) === true;
    return attached ? { id: required(id) } : undefined;
  },
});

/** Statuses in which the compute service takes a volume off a server. Fewer than the contract's rule has: not from a rescue, nor from ERROR. */
const DETACHABLE_IN = ['ACTIVE', 'PAUSED', 'SUSPENDED', 'SHUTOFF', 'VERIFY_RESIZE'];

/** What the service's refusal means, where it is for the status that the server has now. */
async function detachRefusal(parts: Parts, context: CommandContext, id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ServiceError) || error.code !== 'state_conflict') return error;
  await refreshNow(parts, context, id);
  const status = (await context.store.read.get({ engine: parts.engine, kind: 'server', id }))?.document.status ?? 'DELETED';
  if (DETACHABLE_IN.includes(status)) return error;
  const reason = no('server_status', { status, needed: DETACHABLE_IN.join(', ') });
  return new GantryError('state_conflict', { reason, ...(error.detail && { detail: error.detail }), cause: error });
}

export const detachVolume = (parts: Parts): Command<DetachVolume> => ({
  async accept(context, target, { volume_id: volumeId }) {
    const { id, projectId } = required(target);
    const path = pathOf(id, volumeId);
    try {
      const requestId = await askToChange(parts, context, projectId, { method: 'DELETE', path });
      await showBoth(parts, context, id, volumeId);
      return { id, requestId };
    } catch (error) {
      if (!isGone(error)) throw await detachRefusal(parts, context, id, error);
      await showBoth(parts, context, id, volumeId);
      // Not there is either the server or the attachment.
      if (!(await context.store.read.get({ engine: parts.engine, kind: 'server', id }))) throw error;
      throw new GantryError('state_conflict', { reason: { code: 'volume_not_attached' }, cause: error });
    }
  },
  settle: (context, { id, requestId }, { volume_id: volumeId }) =>
    settleAttachment(parts, context, {
      serverId: id,
      volumeId,
      requestId,
      isDone: (seen) => {
        const { inServer, inVolume } = holdsVolume(seen, id, volumeId);
        return !inServer && !inVolume && seen.volume?.['status'] !== 'detaching';
      },
    }),
  async recover(_context, target, { volume_id: volumeId }) {
    const id = required(target);
    const server = await ignoreNotFound(getServer(parts.api, id));
    const attached = server?.['os-extended-volumes:volumes_attached'].some((volume) => volume.id === volumeId) === true;
    const volume = await ignoreNotFound(volumes.get(parts.api, volumeId));
    return !attached || volume?.status === 'detaching' ? { id } : undefined;
  },
});

/** Whether a volume goes with its server; done when the compute service says so. */
export const updateVolume = (parts: Parts): Command<UpdateVolume> => ({
  async accept(context, target, { volume_id: volumeId, delete_on_termination }) {
    const { id, projectId } = required(target);
    const body = { volumeAttachment: { volumeId, delete_on_termination } };
    const change = { method: 'PUT', path: pathOf(id, volumeId), needs: SAID_LATER, body } as const;
    const requestId = await askToChange(parts, context, projectId, change);
    await refreshNow(parts, context, id);
    return { id, requestId };
  },
});
