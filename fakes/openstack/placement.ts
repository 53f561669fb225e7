/** Placement, as far as the engine asks it: what a node offers, and what of it is reserved. */
import type { Node, Nodes } from './nodes.ts';
import { answerTo, type Json } from './recorded.ts';
import { Refusal, type Route } from './reply.ts';

interface Inventory extends Json {
  readonly total: number;
}
type Inventories = Readonly<Record<'VCPU' | 'MEMORY_MB' | 'DISK_GB', Inventory>>;

const DOCUMENT = answerTo('GET', /^\/placement\/$/);
/** Placement's limits of a node's classes are the recorded ones; totals are the node's own. */
const { inventories: MODEL } = answerTo<{ inventories: Inventories }>('GET', /resource_providers\/[^/]+\/inventories$/);

const inventoriesOf = ({ vcpus, memory_mb, local_gb }: Nodes['size']): Inventories => {
  const of = (name: keyof Inventories, total: number) => ({ ...MODEL[name], total, max_unit: total });
  return { VCPU: of('VCPU', vcpus), MEMORY_MB: of('MEMORY_MB', memory_mb), DISK_GB: of('DISK_GB', local_gb) };
};

/** Traits of the operators' own, and which of the nodes have them: the first of three, as recorded, and a tenth of all. */
const TRAITS: Readonly<Record<string, (node: Node) => boolean>> = {
  CUSTOM_SSD: ({ n }) => n % 3 === 0,
  CUSTOM_GPU: ({ n }) => n % 10 === 9,
};
const TRAIT_UNKNOWN = answerTo('GET', /\/traits\/11111111/, 404);
const PROVIDER = answerTo<{ resource_providers: Json[] }>('GET', /\/resource_providers\?required=/).resource_providers[0]!;

const usagesOf = ({ use }: Node): Json => ({ VCPU: use.vcpus, MEMORY_MB: use.ram, DISK_GB: use.disk });

const traitRoutes = ({ all }: Nodes): Route[] => [
  {
    method: 'GET',
    path: /^\/traits$/,
    answer({ query }) {
      const names = Object.entries(TRAITS).flatMap(([name, has]) => (!query.has('associated') || all.some(has) ? name : []));
      return { body: { traits: names } };
    },
  },
  {
    method: 'GET',
    path: /^\/traits\/([^/]+)$/,
    answer(_question, name = '') {
      if (!TRAITS[name]) throw new Refusal(404, TRAIT_UNKNOWN);
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    path: /^\/resource_providers$/,
    answer({ query }) {
      const has = TRAITS[query.get('required') ?? ''] ?? (() => false);
      const providers = all.filter(has).map(({ id, host }) => ({ ...PROVIDER, uuid: id, root_provider_uuid: id, name: host }));
      return { body: { resource_providers: providers } };
    },
  },
];

/** A provider of resources for each compute node, of the node's id; and the traits of those. */
export function placementRoutes(nodes: Nodes): Route[] {
  const of = (what: 'inventories' | 'usages', answer: (node: Node) => Json): Route => {
    const unknown = answerTo('GET', new RegExp(`resource_providers/11111111.*/${what}$`), 404);
    return {
      method: 'GET',
      path: new RegExp(`^/resource_providers/([^/]+)/${what}$`),
      answer(_question, id = '') {
        const node = nodes.all.find((item) => item.id === id);
        if (!node) throw new Refusal(404, unknown);
        // Counted up at each change of what is reserved; nobody here writes by it.
        return { body: { resource_provider_generation: node.use.servers, [what]: answer(node) } };
      },
    };
  };
  return [
    { method: 'GET', path: /^\/$/, open: true, answer: () => ({ body: DOCUMENT }) },
    of('inventories', () => inventoriesOf(nodes.size)),
    of('usages', usagesOf),
    ...traitRoutes(nodes),
  ];
}
