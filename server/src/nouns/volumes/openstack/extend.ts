import type { VolumeExtend } from '@gantry/contract/nouns/volumes/bodies';
import { isGrowth, isVolumeExtendable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Document } from '../../../port/store/rows.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { actionOn, found, KIND, type VolumeNow } from './action.ts';
import { volumes } from './client.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { lookAt, refused, untilDone, type Found as Looked } from '../../../engines/openstack/commands/wait.ts';

/** Lowest microversion that extends a volume while a server has it. */
const WHILE_IN_USE = '3.42';

/** Lets a volume grow; the volume service tells the compute service of it where a server has it. */
export const extendVolume = (parts: Parts): Command<VolumeExtend> => ({
  async accept(context, target, { size }) {
    const { id, projectId } = required(target);
    const { status } = await extendable(parts, context, id, size);
    const needs = status === 'in-use' ? WHILE_IN_USE : undefined;
    const requestId = await askToChange(parts, context, projectId, { ...actionOn(id, { 'os-extend': { new_size: size } }), needs });
    await refreshNow(parts, context, id, KIND);
    return { id, requestId };
  },
  settle: (context, { id, requestId }, { size }) =>
    untilDone(parts, context, requestId, async () => {
      const document = await lookAt(parts, KIND, id);
      if (document === undefined) return 'under way'; // an outage is waited out
      const growth = growthOf(document as (Document & VolumeNow) | null, size);
      if (typeof growth === 'object' && 'failed' in growth) throw refused(requestId, growth.failed);
      return growth;
    }),
  // Errors of a volume keep this from being requested: one that is in error has been asked since.
  async recover(_context, target, { size }) {
    const id = required(target);
    const volume = await ignoreNotFound(volumes.get(parts.api, id));
    const isRequested =
      volume !== undefined && (volume.size >= size || volume.status === 'extending' || volume.status === 'error_extending');
    return isRequested ? { id } : undefined;
  },
});

/** How far a volume has come on its way to so many GiB. Null: it is gone. What rests too long elsewhere was given up by the service. */
export function growthOf(volume: Pick<VolumeNow, 'status' | 'size'> | null, size: number): Looked | { failed: string } {
  if (!volume) return { failed: 'the volume is gone' };
  const { status, size: now } = volume;
  if (status.startsWith('error')) return { failed: `the volume is ${status}` };
  if (status === 'extending') return 'under way';
  return now >= size ? 'done' : { resting: `the volume stays ${status} at ${now} GiB` };
}

/** The volume as it is now, if it may grow to so many GiB. Throws not_found, state_conflict with the rule's reason, validation_failed. */
async function extendable(parts: Parts, context: CommandContext, id: string, size: number): Promise<VolumeNow> {
  const { volume, servers } = await found(parts, context, id);
  assertAllowed(isVolumeExtendable(volume, servers));
  const growth = isGrowth(volume, { size });
  if (growth !== true) throw new GantryError('validation_failed', { fields: { size: [growth] } });
  return volume;
}
