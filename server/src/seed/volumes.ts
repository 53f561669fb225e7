import type { Writer } from '../port/store/writer.ts';
import { blankVolumeDocument } from '../nouns/volumes/embedded/documents.ts';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { amountsOfVolumes, reserveQuota } from '../engines/embedded/platform/quotas.ts';
import type { SeedRecord } from '../engines/embedded/platform/records.ts';
import { putVolume } from '../engines/embedded/platform/rows.ts';
import { freed } from '../nouns/volumes/embedded/attachments.ts';
import { idOf } from '../engines/embedded/platform/ids.ts';
import { projectId } from './plan.ts';
import { SAMPLE_PROJECT, SAMPLE_TENANTS } from './tenants.ts';

/** Sizes in GiB. */
const SPARE = [
  { name: 'data-1', size: 10 },
  { name: 'data-2', size: 20 },
  { name: 'archive', size: 100 },
] as const;

/** Makes volumes that no server has yet, beside the sample servers. In the caller's transaction. */
export async function fillVolumes(platform: Platform, writer: Writer, seed: SeedRecord): Promise<void> {
  const { id: engine } = platform;
  const owner = { id: '', projectId: projectId(engine, SAMPLE_PROJECT), domainId: idOf(engine, 'domain', SAMPLE_TENANTS[0]!.name) };
  const spare = SPARE.map(({ name, size }) => {
    const id = idOf(engine, 'volume', name);
    return freed(blankVolumeDocument(owner, { id, name, size, created: seed.startedAt }));
  });
  for (const volume of spare) await putVolume(platform, writer, volume);
  await reserveQuota(platform, writer, owner.projectId, amountsOfVolumes(spare));
}
