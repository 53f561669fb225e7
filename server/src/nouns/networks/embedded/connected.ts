/** Routers in a subnet. Their addresses outside of what it hands out are kept by nobody else. */
import { routerKind } from '@gantry/contract/nouns/routers/entity';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { RouterDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

/** Most rows of one read. */
const MOST = 1000;

/** Routers with an interface in a network or a subnet. */
export async function routersIn({ store }: Platform, place: 'network' | 'subnet', id: string): Promise<RouterDocument[]> {
  const { rows } = await store.read.list({
    kind: routerKind,
    visibility: EVERYTHING,
    filters: { [place]: { operator: 'is', values: [id] } },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  return rows.map(({ document }) => document);
}

/** The addresses that interfaces of routers have in a subnet. */
export async function routersAt(platform: Platform, subnetId: string): Promise<string[]> {
  const fixed = (await routersIn(platform, 'subnet', subnetId)).flatMap((router) => router.interfaces_info.flatMap((one) => one.fixed_ips));
  return fixed.flatMap(({ subnet_id: id, ip_address: ip }) => (id === subnetId ? [ip] : []));
}

/** Whether a router has an address of a subnet. */
export const hasRouterAt = async (platform: Platform, subnetId: string, ip: string): Promise<boolean> =>
  (await routersAt(platform, subnetId)).includes(ip);
