import type { Platform } from '../engines/embedded/platform/platform.ts';
import { ensureFlavors } from '../nouns/load-balancers/embedded/flavors.ts';
import { obeySettings } from '../nouns/nodes/embedded/index.ts';
import { giveDefaultGroups } from '../nouns/security-groups/embedded/defaults.ts';
import { giveStorageCluster } from '../nouns/storage-clusters/embedded/index.ts';
import { givePolicies } from '../nouns/storage-policies/embedded/give.ts';
import type { FirstSignIn } from '../port/engine.ts';
import { giveClusters } from './compute-cluster.ts';
import { countKept } from './counted.ts';
import { fillStore } from './index.ts';
import { giveTraits } from './traits.ts';

/** Fills a platform that is empty, and gives one that an older version has filled what new ones begin with. Returns passwords that this call set. */
export async function begin(platform: Platform): Promise<FirstSignIn | undefined> {
  const firstSignIn = await fillStore(platform);
  await countKept(platform);
  await giveDefaultGroups(platform);
  await giveTraits(platform);
  await giveClusters(platform);
  await giveStorageCluster(platform);
  await givePolicies(platform);
  await ensureFlavors(platform);
  await obeySettings(platform);
  return firstSignIn;
}
