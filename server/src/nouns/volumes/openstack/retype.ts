import type { VolumeRetype } from '@gantry/contract/nouns/volumes/bodies';
import { isVolumeRetypable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { Command } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { lookAt, refused, untilDone } from '../../../engines/openstack/commands/wait.ts';
import { actionOn, found, KIND } from './action.ts';
import { volumes } from './client.ts';

/** Changes the volume type of a volume: the service moves its data where it has to. */
export const retypeVolume = (parts: Parts): Command<VolumeRetype> => ({
  async accept(context, target, { storage_policy_id: policyId }) {
    const { row, volume } = await found(parts, context, required(target).id);
    assertAllowed(isVolumeRetypable(volume));
    const policy = await context.store.read.find('storage_policy', policyId, visibilityOfActor(context.actor));
    if (!policy) throw new GantryError('validation_failed', { fields: { storage_policy_id: [{ code: 'unknown_id' }] } });
    const name = String(policy.document['name']);
    const isSame = name === volume.storage_policy_name;
    const change = actionOn(row.id, { 'os-retype': { new_type: policyId, migration_policy: 'on-demand' } });
    const requestId = isSame ? undefined : await askToChange(parts, context, row.projectId, change);
    await refreshNow(parts, context, row.id, KIND);
    return { id: row.id, requestId, memo: { policy: name } };
  },
  settle: (context, { id, requestId, memo }) =>
    untilDone(parts, context, requestId, async () => {
      const volume = await lookAt(parts, KIND, id);
      if (volume === undefined) return 'under way'; // an outage is waited out
      if (volume === null) throw refused(requestId, 'the volume is gone');
      const status = String(volume['status']);
      if (status === 'retyping') return 'under way';
      const { policy } = memo as { policy: string };
      return volume['storage_policy_name'] === policy ? 'done' : { resting: `the volume stays ${status}, and is kept as before` };
    }),
  async recover(context, target, { storage_policy_id: policyId }) {
    const id = required(target);
    const volume = await ignoreNotFound(volumes.get(parts.api, id));
    const policy = await context.store.read.find('storage_policy', policyId, visibilityOfActor(context.actor));
    const name = policy ? String(policy.document['name']) : undefined;
    const isRequested = volume !== undefined && name !== undefined && (volume.status === 'retyping' || volume.volume_type === name);
    return isRequested ? { id, memo: { policy: name } } : undefined;
  },
});
