/** A volume whose data is kept otherwise: what it takes of the new storage policy is held from the beginning. */
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import type { VolumeRetype } from '@gantry/contract/nouns/volumes/bodies';
import { isVolumeRetypable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { blockerOf } from '../../../store/lists/blockers.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { Command } from '../../../port/engine.ts';
import { acceptAnew } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { amountsOfPolicy, releaseQuota, reserveQuota } from '../../../engines/embedded/platform/quotas.ts';
import { referenced } from '../../../engines/embedded/platform/references.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import { rested } from './attachments.ts';

/** Name of the policy that it gets. */
export type Retyping = Readonly<{ policy: string }>;

export const retyping: AsyncOperation<'volume', Retyping> = {
  kind: 'volume',
  does: 'volume.retype',
  timing: 'retype',
  through: () => ['retyping'],
  end: async (platform, writer, volume, { policy }) => {
    await releaseQuota(platform, writer, volume.project_id, amountsOfPolicy(volume));
    return { document: rested({ ...volume, storage_policy_name: policy }), failure: null };
  },
};

/** Changes the storage policy of a volume without snapshots, which are kept like it. Throws quota_exceeded. */
export const retypeVolume = (platform: Platform): Command<VolumeRetype> => ({
  ...acceptAnew<VolumeRetype>(platform, async (writer, { id, body, context }, accepted) => {
    const volume = await documentFor({ platform, writer }, 'volume', id, isVolumeRetypable);
    const [chosen] = await referenced(platform, 'storage_policy', [body.storage_policy_id], context.actor, 'storage_policy_id');
    const policy = chosen!.name;
    if (policy === volume.storage_policy_name) return { id: volume.id, done: true };
    const reason = await blockerOf(platform.store.read, volumeKind, volume, visibilityOfActor(context.actor));
    if (reason) throw new GantryError('state_conflict', { reason });
    const { size } = volume;
    await reserveQuota(platform, writer, volume.project_id, amountsOfPolicy({ size, storage_policy_name: policy }));
    await beginChange(platform, writer, retyping, { document: volume, accepted, details: { policy } });
    return { id: volume.id, done: false };
  }),
  settle: (context, acceptance) => settled(platform, context, acceptance),
});
