import type { Writer } from '../../../port/store/writer.ts';
import { settleAccepted } from '../../../engines/embedded/platform/accepted.ts';
import { changeOf, removeChange } from '../../../engines/embedded/platform/changes.ts';
import type { VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { amountsOfPolicy, amountsOfSpace, releaseQuota } from '../../../engines/embedded/platform/quotas.ts';
import { attaching, detaching, hearOfMove, type Moving } from './attachments.ts';
import { extending, hearOfGrowth, type Growth } from './extension.ts';
import { dropImage, imaging, type Imaging } from './images.ts';
import { retyping, type Retyping } from './retype.ts';
import { releaseSnapshot, reverting, type Reverting } from './revert.ts';

/**
 * Ends what goes on with a volume before it has come about, and gives back what was held for it; whose room on a node that was, has been
 * given back before. `why`: what is told to whoever waits. What takes a volume off a server that goes has come about by that.
 */
export async function abandon(platform: Platform, writer: Writer, volume: VolumeDocument, why: string): Promise<void> {
  const change = await changeOf(platform, writer, 'volume', volume.id);
  if (!change) return;
  const { does, accepted, details } = change;
  await removeChange(platform, writer, 'volume', volume.id);
  const failure = does === detaching.does ? null : why;
  if (accepted !== null) await settleAccepted(platform, writer, accepted, failure);
  const release = (amounts: Parameters<typeof releaseQuota>[3]) => releaseQuota(platform, writer, volume.project_id, amounts);
  switch (does) {
    case attaching.does:
    case detaching.does:
      return hearOfMove(platform, writer, does === attaching.does ? 'attach' : 'detach', details as Moving, failure);
    case extending.does:
      await release(amountsOfSpace({ ...volume, size: (details as Growth).by }));
      return hearOfGrowth(platform, writer, details as Growth, failure);
    case retyping.does:
      return release(amountsOfPolicy({ ...volume, storage_policy_name: (details as Retyping).policy }));
    case imaging.does:
      return dropImage(platform, writer, details as Imaging);
    case reverting.does:
      return releaseSnapshot(platform, writer, details as Reverting);
  }
}
