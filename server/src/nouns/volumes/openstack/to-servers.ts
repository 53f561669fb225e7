/** Volumes that are given to a server or taken off theirs, several as one task: for each the compute service is asked as for one. */
import { isDetachAllowed, isVolumeAttachable, type ServerState } from '@gantry/contract/nouns/servers/rules';
import type { VolumesAttach } from '@gantry/contract/nouns/volumes/bodies';
import { isDetachable, isOfProject } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Document, Row } from '../../../port/store/rows.ts';
import type { Acceptance, Command, CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { refreshNow, required, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { refused } from '../../../engines/openstack/commands/wait.ts';
import { attachVolume, detachVolume } from '../../servers/openstack/commands/volumes.ts';
import { KIND, type VolumeNow } from './action.ts';
import { volumes } from './client.ts';

const serverRow = async ({ engine }: Parts, { store }: CommandContext, id: string): Promise<Row> => {
  const row = await store.read.get({ engine, kind: 'server', id });
  if (!row) throw refused(undefined, 'the server is gone');
  return row;
};
const stateOf = ({ document }: Row) => document as Document & ServerState & { project_id: string };

/** `volume.attach`: to a server of its project that can take one more. */
export const attachToServer = (parts: Parts): Command<VolumesAttach> => {
  const one = attachVolume(parts);
  return {
    async accept(context, target, { server_id: serverId }) {
      const { id, document } = required(target);
      const server = await serverRow(parts, context, serverId);
      assertAllowed(isOfProject(document as Document & { project_id: string }, stateOf(server)));
      assertAllowed(isVolumeAttachable(stateOf(server)));
      const { requestId } = await one.accept(context, server, { volume_id: id });
      return { id, requestId };
    },
    settle: (context, { id, requestId }, { server_id: serverId }) => one.settle!(context, { id: serverId, requestId }, { volume_id: id }),
    async recover(context, target, { server_id: serverId }) {
      const id = required(target);
      return (await one.recover!(context, serverId, { volume_id: id })) && { id };
    },
  };
};

/** The server that a volume is on its way from; nothing is left to wait for where none is known. */
const leaving = (id: string, serverId: string | undefined, requestId?: string): Acceptance => ({
  id,
  ...(requestId !== undefined && { requestId }),
  ...(serverId !== undefined && { memo: { serverId } }),
});

/** `volume.detach`: off the server that has it, unless it runs. */
export const detachFromServer = (parts: Parts): Command => {
  const one = detachVolume(parts);
  const detachAction = (id: string) => ({ action: 'detach_volume', volume_id: id }) as const;
  return {
    async accept(context, target) {
      const { id, document } = required(target);
      const volume = { ...(document as Document & VolumeNow), id };
      const [held] = volume.attachments;
      if (!held) throw new GantryError('state_conflict', { reason: { code: 'volume_not_attached' } });
      const server = await serverRow(parts, context, held.server_id);
      assertAllowed(isDetachable(volume, stateOf(server)));
      assertAllowed(isDetachAllowed(stateOf(server), { volume_id: id }));
      const { requestId } = await one.accept(context, server, detachAction(id));
      return leaving(id, server.id, requestId);
    },
    async settle(context, { id, memo, requestId }) {
      if (memo !== undefined) await one.settle!(context, { id: (memo as { serverId: string }).serverId, requestId }, detachAction(id));
    },
    async recover(context, target) {
      const id = required(target);
      const volume = await ignoreNotFound(volumes.get(parts.api, id));
      const held = volume?.attachments[0]?.server_id;
      if (held !== undefined && volume?.status !== 'detaching') return undefined;
      await refreshNow(parts, context, id, KIND);
      return leaving(id, held);
    },
  };
};
