import type { Writer } from '../../../store/port.ts';
import { blankVolumeDocument } from '../documents.ts';
import type { Platform } from '../platform.ts';
import { NOTHING_USED, reserveQuota } from '../quotas.ts';
import type { SeedRecord } from '../records.ts';
import { putVolume } from '../rows.ts';
import { freed } from '../volume-changes.ts';
import { idOf } from './ids.ts';
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
  for (const { name, size } of SPARE) {
    const document = blankVolumeDocument(owner, { id: idOf(engine, 'volume', name), name, size, created: seed.startedAt });
    await putVolume(platform, writer, freed(document));
  }
  const gigabytes = SPARE.reduce((sum, { size }) => sum + size, 0);
  await reserveQuota(platform, writer, owner.projectId, { ...NOTHING_USED, volumes: SPARE.length, gigabytes });
}
