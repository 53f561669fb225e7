/** Which instance of a load balancer works: where its node fails the other one takes over at once, whatever becomes of the first. */
import { loadBalancerKind, type Amphora } from '@gantry/contract/nouns/load-balancers/entity';
import type { LoadBalancerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';

/** Most balancers of a node that are looked at. */
const MOST = 1000;

/** Balancers with an instance on a node. Changes run one after the other, so what is committed is all there is. */
export async function balancersOn(platform: Platform, nodeId: string): Promise<LoadBalancerDocument[]> {
  const { rows } = await platform.store.read.list({
    kind: loadBalancerKind,
    visibility: EVERYTHING,
    filters: { host: { operator: 'is', values: [nodeId] } },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  return rows.filter(({ engine }) => engine === platform.id).map(({ document }) => document);
}

/** Instances with the roles that follow from which of them are active: of two, one that is ready takes over from one that is not. */
export function withRoles(amphorae: readonly Amphora[]): Amphora[] {
  const isWorking = amphorae.some(({ role, active }) => active && role === 'MASTER');
  if (isWorking || !amphorae.some(({ role, active }) => active && role === 'BACKUP')) return [...amphorae];
  return amphorae.map((one) => ({ ...one, role: one.role === 'BACKUP' ? 'MASTER' : 'BACKUP' }));
}

/** The instances on a node that fails stop, and are ready again when it is back. */
export async function switchInstances(platform: Platform, writer: Writer, nodeId: string, isUp: boolean): Promise<void> {
  for (const { id } of await balancersOn(platform, nodeId)) {
    const balancer = await platform.document(writer, 'load_balancer', id);
    if (!balancer) continue;
    const amphorae = withRoles(balancer.amphorae.map((one) => (one.host === nodeId ? { ...one, active: isUp } : one)));
    await putOwned(platform, writer, 'load_balancer', { ...balancer, amphorae, updated_at: platform.now() });
  }
}
