import { floatingIpKind } from '@gantry/contract/nouns/floating-ips/entity';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { FloatingIpDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

/** Most rows of one read. */
const MOST = 1000;

/** Floating IPs of a network, a router or a server, as they are committed; at most a thousand. */
export async function floatingIpsOf({ store }: Platform, key: 'router' | 'server', id: string): Promise<FloatingIpDocument[]> {
  const { rows } = await store.read.list({
    kind: floatingIpKind,
    visibility: EVERYTHING,
    filters: { [key]: { operator: 'is', values: [id] } },
    sort: { key: 'created_at', descending: false },
    limit: MOST,
  });
  return rows.map(({ document }) => document);
}
