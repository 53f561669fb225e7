import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import type { ListCall } from '../../app/list/use-list-page.ts';

/** What is shown of each of the things that have a placement, whatever they are. */
export interface Placed {
  id: string;
  name?: string;
  host?: string | null;
  traits: string[];
  own_traits?: string[];
}

interface Target {
  kind: string;
  call: ListCall<Placed>;
  /** Key of the name. */
  named: string;
}

/** The kinds of things that have placements: by which list they are found. */
export const TARGETS: Readonly<Record<TraitTarget, Target>> = {
  nodes: { kind: 'node', call: api.nodes.list, named: 'host' },
  servers: { kind: 'server', call: api.servers.list, named: 'name' },
  images: { kind: 'image', call: api.images.list, named: 'name' },
  flavors: { kind: 'flavor', call: api.flavors.list, named: 'name' },
};

export const nameOf = ({ id, name, host }: Placed): string => name ?? host ?? id;

/** Whether placements are given to things of a kind and taken away: a cloud need not bind single servers. */
export function useAssignable(target: TraitTarget): boolean {
  const may = useMay()(api.traits.addMembers);
  const bindsServers = useCapabilities().has('server.update:traits');
  return may && (target !== 'servers' || bindsServers);
}
