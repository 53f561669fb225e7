import type { NetworkDocument } from '../platform/documents.ts';
import type { Platform } from '../platform/platform.ts';
import { releaseQuota } from '../platform/quotas.ts';
import { FIRST } from './plan.ts';

/** Lets the quotas of a platform that an older version has filled count the networks that there are. Once. */
export async function countNetworks(platform: Platform): Promise<void> {
  const { id, store, buckets } = platform;
  const seed = await buckets.seed.get(store.records, FIRST);
  if (!seed || seed.networks) return;
  const projects: string[] = [];
  for await (const rows of store.read.sweep(id, 'network'))
    projects.push(...rows.flatMap(({ document }) => (document as NetworkDocument).project_id ?? []));
  await platform.change(async (writer) => {
    if ((await buckets.seed.get(writer.records, FIRST))?.networks) return;
    for (const [project, { length }] of Map.groupBy(projects, (one) => one)) {
      // However many there are: the limit is for new ones.
      await releaseQuota(platform, writer, project, { networks: -length });
    }
    await buckets.seed.put(writer.records, FIRST, { ...seed, networks: true });
  });
}
