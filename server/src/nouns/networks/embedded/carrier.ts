import { NETWORK_PATHS, type NetworkPath, type VlanNetworkCreate } from '@gantry/contract/nouns/networks/bodies';
import { networkKind } from '@gantry/contract/nouns/networks/entity';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { CommandRequest } from '../../../engines/embedded/platform/lifecycle.ts';

type Carrier = Pick<NetworkDocument, 'physical_network' | 'vlan_id'>;
type Wanted = Pick<VlanNetworkCreate, 'physical_network' | 'vlan_network'> & Partial<Pick<VlanNetworkCreate, 'vlan_id'>>;

const PAGE = 200;

/** Whether a network of a type is on the same physical network, and the same VLAN of it. */
async function isTaken({ id, store }: Platform, type: string, { physical_network: physical, vlan_id: vlan }: Carrier): Promise<boolean> {
  let marker: string | undefined;
  do {
    const page = await store.read.list({
      kind: networkKind,
      visibility: EVERYTHING,
      filters: { type: { operator: 'is', values: [type] } },
      sort: { key: 'name', descending: false },
      limit: PAGE,
      marker,
    });
    const same = (one: NetworkDocument): boolean => one.physical_network === physical && one.vlan_id === vlan;
    if (page.rows.some(({ engine, document }) => engine === id && same(document))) return true;
    marker = page.marker;
  } while (marker !== undefined);
  return false;
}

/**
 * What carries a new network: nothing that can be named for one within the cloud, else a physical network, or the VLAN of it. Where that is not
 * named but a network that is on it (`vlan_network`), it is the same one. Throws validation_failed where another network has it already.
 */
export async function carrierOf({ platform, context, body }: CommandRequest<Wanted>, path: NetworkPath): Promise<Carrier> {
  if (path === 'private') return { physical_network: null, vlan_id: null };
  const { vlan_network: named } = body;
  const [trunk] = named === undefined ? [] : await referenced(platform, 'network', [named], context.actor, 'vlan_network');
  const physical = trunk ? trunk.physical_network : (body.physical_network ?? null);
  if (physical === null) throw invalid('vlan_network', { code: 'unknown_id' });
  const carrier = { physical_network: physical, vlan_id: path === 'vlan' ? (body.vlan_id ?? null) : null };
  if (await isTaken(platform, NETWORK_PATHS[path], carrier))
    throw path === 'vlan'
      ? invalid('vlan_id', { code: 'vlan_taken' })
      : invalid(named === undefined ? 'physical_network' : 'vlan_network', { code: 'physical_network_taken' });
  return carrier;
}
