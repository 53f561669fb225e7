/** Words of networks that are no values on the wire (decision F9). */

/** How a network is used: by routers, by servers, or by both. */
export type NetworkMode = 'routed' | 'direct' | 'mixed';

/** The mode that what others may do with a network comes to; undefined where they may do nothing. */
export const modeOf = (actions: readonly ('direct' | 'routed')[]): NetworkMode | undefined =>
  new Set(actions).size > 1 ? 'mixed' : actions[0];

/** Whether a network is one of the data center or exists only within the cloud; undefined for a type that is not known. */
export const kindOfType = (type: string | null): 'external' | 'private' | undefined => {
  if (type === 'flat' || type === 'vlan') return 'external';
  return type === 'vxlan' ? 'private' : undefined;
};
