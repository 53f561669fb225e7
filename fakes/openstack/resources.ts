import { Collection } from './collection.ts';
import type { Chance } from './chance.ts';
import type { ReplayOptions } from './options.ts';
import type { People, Project } from './people.ts';
import { answerTo, CLOUD, idOf, listed, now, type Item, type Json } from './recorded.ts';

export interface Flavor extends Item {
  readonly name: string;
  readonly vcpus: number;
  readonly ram: number;
  readonly disk: number;
}
export interface Image extends Item {
  readonly name: string;
  readonly owner: string;
}
export interface Network extends Item {
  readonly name: string;
  readonly project_id: string;
  readonly shared: boolean;
}
export interface Subnet extends Item {
  readonly network_id: string;
  readonly cidr: string;
}

/** vCPUs, and GiB for each of them: the sizes clouds usually offer. */
const SIZES = [1, 2, 4, 8].flatMap((vcpus) => [1, 2, 4].map((gib) => ({ vcpus, gib })));
const IMAGES = 40;
const DAY_MS = 86_400_000;

const SNAPSHOT = answerTo<Image>('GET', new RegExp(`/v2/images/${idOf('snapshot')}$`));

/** One without bytes. */
const EMPTY = answerTo<Image>('GET', new RegExp(`/v2/images/${idOf('offered')}$`));

/** What a new image has of its own. */
const placed = (id: unknown, at = now()): Json => {
  const self = `/v2/images/${String(id)}`;
  return { created_at: at, updated_at: at, self, file: `${self}/file` };
};

/** New ones are in the shape of those that are recorded. */
const keptImages = (items: readonly Image[]): Collection =>
  new Collection({ members: ['images', 'image'], items, make: ({ id }) => ({ ...EMPTY, ...placed(id) }) });

/** What servers are made of: flavors, images, networks and subnets. Images of servers, networks and subnets come and go. */
export class Resources {
  readonly flavors: readonly Flavor[];
  /** What is made and deleted by whoever asks for it. */
  readonly kept: Readonly<Record<'images' | 'networks' | 'subnets' | 'policies', Collection>>;
  /** Flavors and images that the cloud's own servers are made of. */
  readonly usual: { flavors: readonly Flavor[]; images: readonly Image[] };
  readonly #members = new Map<string, readonly Json[]>([[idOf('offered'), listed<Json>(/\/members$/, 'members')]]);
  readonly #networkOf = new Map<string, { network: Network; subnet: Subnet }>();

  constructor(options: ReplayOptions, people: People, chance: Chance) {
    const flavors = listed<Flavor>(/flavors\/detail/, 'flavors');
    const tiny = flavors.find(({ name }) => name === 'm1.tiny')!;
    const own = SIZES.map(({ vcpus, gib }, n): Flavor => {
      const id = chance.uuid('flavor', n);
      return { ...tiny, id, name: `c${vcpus}.r${vcpus * gib}`, vcpus, ram: vcpus * gib * 1024, disk: 20, links: linksOf('flavors', id) };
    });
    this.flavors = [...flavors, ...own];
    const images = listed<Image>(/\/v2\/images\?/, 'images');
    const model = images.find(({ name }) => name === 'lab-tiny')!;
    const made = Array.from({ length: IMAGES }, (_, n): Image => imageLike(model, chance.uuid('image', n), n));
    this.usual = { flavors: own, images: made };
    const [networks, subnets] = [listed<Network>(/\/networks\?/, 'networks'), listed<Subnet>(/\/subnets\?/, 'subnets')];
    for (const [n, project] of people.tenants.entries()) this.#addNetwork(project, n, networks, subnets, chance);
    this.kept = { images: keptImages([...images, ...made]), ...keptNetworks(networks, subnets) };
    if (options.projects !== this.#networkOf.size) throw new Error('every project of tenants has a network');
  }

  /** The network that a project's servers are in. */
  networkOf = (projectId: string) => this.#networkOf.get(projectId);

  /** A network that a project may use, with its subnet. */
  placeFor(projectId: string, networkId: string): { network: Network; subnet: Subnet } | undefined {
    const network = this.kept.networks.items.get(networkId) as Network | undefined;
    if (!network || !(network.shared || network.project_id === projectId)) return undefined;
    const [subnet] = this.kept.subnets.list(new URLSearchParams({ network_id: network.id })) as Subnet[];
    return subnet && { network, subnet };
  }

  /** Projects that an image is offered to; at first those that were recorded. */
  membersOf = (imageId: string): readonly Json[] => this.#members.get(imageId) ?? [];

  /** Makes a project a member of an image, or notes what it says to that. */
  putMember(imageId: string, projectId: string, status: string): Json {
    const known = this.membersOf(imageId).find(({ member_id: one }) => one === projectId);
    const at = now();
    const made = {
      member_id: projectId,
      image_id: imageId,
      created_at: at,
      schema: '/v2/schemas/member',
      ...known,
      status,
      updated_at: at,
    };
    this.#members.set(imageId, [...this.membersOf(imageId).filter((one) => one !== known), made]);
    return made;
  }

  /** False: it was none. */
  removeMember(imageId: string, projectId: string): boolean {
    const before = this.membersOf(imageId);
    const after = before.filter(({ member_id: one }) => one !== projectId);
    this.#members.set(imageId, after);
    return after.length < before.length;
  }
  /** Recorded access to a private flavor. */
  accessTo = (flavorId: string): readonly Json[] => (flavorId === idOf('private') ? listed<Json>(/os-flavor-access/, 'flavor_access') : []);

  image = (id: unknown) => this.kept.images.items.get(String(id)) as Image | undefined;

  /** An image that is being made of a server's disk. */
  keepSnapshot({ id, metadata, ...said }: { id: string; name: string; owner: string; metadata: Readonly<Record<string, string>> }): Image {
    return this.kept.images.create({ ...SNAPSHOT, ...said, ...metadata, ...placed(id), status: 'queued' }, id) as Image;
  }

  /** Changes one that has not been deleted meanwhile. */
  changeImage(id: string, change: Json): void {
    this.kept.images.change(id, { ...change, updated_at: now() });
  }

  #addNetwork(project: Project, n: number, networks: Network[], subnets: Subnet[], chance: Chance): void {
    const model = networks.find(({ name }) => name === 'acme-net')!;
    const modelSubnet = subnets.find(({ network_id: id }) => id === model.id)!;
    const prefix = `10.${n % 250}.`;
    const [id, subnetId] = [chance.uuid('network', n), chance.uuid('subnet', n)];
    const owner = { tenant_id: project.id, project_id: project.id };
    const network: Network = {
      ...model,
      ...owner,
      id,
      name: `${project.name}-net`,
      subnets: [subnetId],
      'provider:segmentation_id': n + 1,
    };
    const subnet: Subnet = {
      ...modelSubnet,
      ...owner,
      id: subnetId,
      name: `${project.name}-net-v4`,
      network_id: id,
      cidr: `${prefix}0.0/16`,
      gateway_ip: `${prefix}0.1`,
      allocation_pools: [{ start: `${prefix}0.2`, end: `${prefix}255.254` }],
    };
    networks.push(network);
    subnets.push(subnet);
    this.#networkOf.set(project.id, { network, subnet });
  }
}

/** Links as Nova writes them. */
export const linksOf = (collection: string, id: string) => [
  { rel: 'self', href: `${CLOUD}/compute/v2.1/${collection}/${id}` },
  { rel: 'bookmark', href: `${CLOUD}/compute/${collection}/${id}` },
];

function imageLike(model: Image, id: string, n: number): Image {
  const at = new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().replace('.000Z', 'Z');
  return { ...model, id, name: `image-${n + 1}`, ...placed(id, at) };
}

/** Version document of Nova. */
export const NOVA_DOCUMENT = answerTo('GET', /^\/compute\/v2\.1\/$/);

/** As recorded; a new one is like those, but for what is said of it. */
function keptNetworks(networks: readonly Network[], subnets: readonly Subnet[]): Omit<Resources['kept'], 'images'> {
  const network = networks.find(({ name }) => name === 'acme-net')!;
  const subnet = subnets.find(({ network_id: id }) => id === network.id)!;
  return {
    networks: new Collection({ members: ['networks', 'network'], items: networks, make: () => ({ ...network, subnets: [] }) }),
    subnets: new Collection({
      members: ['subnets', 'subnet'],
      items: subnets,
      make: ({ cidr }) => {
        const front = String(cidr).replace(/(?:0|(?<=:))\/\d+$/, '');
        const last = front.includes(':') ? 'ffff:ffff:ffff:ffff' : '254';
        return { ...subnet, name: '', gateway_ip: `${front}1`, allocation_pools: [{ start: `${front}2`, end: `${front}${last}` }] };
      },
    }),
    policies: new Collection({
      members: ['rbac_policies', 'rbac_policy'],
      items: listed(/rbac-policies/, 'rbac_policies'),
      make: () => ({}),
    }),
  };
}
