/** High availability of load balancers (S1 §4, §9). */

/** One instance, or two of which one takes over. */
export const TOPOLOGIES = ['ACTIVE_STANDBY', 'SINGLE'] as const;
export type Topology = (typeof TOPOLOGIES)[number];

/** What an instance does: it is the only one, or works, or waits. */
export const AMPHORA_ROLES = ['STANDALONE', 'MASTER', 'BACKUP'] as const;
export type AmphoraRole = (typeof AMPHORA_ROLES)[number];

/**
 * Whether a balancer goes on where one of its instances fails: by what its instances do; as long as none says so by its flavor, and by how
 * many there are.
 * @param topology of its flavor; null where that is not known
 */
export function isHighlyAvailable(amphorae: readonly { role: AmphoraRole | null }[], topology: Topology | null): boolean {
  if (amphorae.some(({ role }) => role === 'MASTER' || role === 'BACKUP')) return true;
  if (amphorae.some(({ role }) => role === 'STANDALONE')) return false;
  return topology === 'ACTIVE_STANDBY' || amphorae.length > 1;
}
