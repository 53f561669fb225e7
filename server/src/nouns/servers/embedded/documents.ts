/** What a server's document is made of. */
import { isMedium } from '@gantry/contract/nouns/images/media';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { neededTraits } from '@gantry/contract/nouns/servers/placement';
import type { FlavorDocument, ImageDocument, ServerDocument } from '../../../engines/embedded/platform/documents.ts';

export type Port = Pick<Server['networks'][number], 'network_id' | 'mac_addr' | 'ips' | 'spoofing_protection' | 'security_group_ids'>;

export type AttachedVolume = Pick<Server['volumes'][number], 'id' | 'delete_on_termination'>;

/** Whether an agent in the guest sets passwords: images of Linux have one, installation media not yet. */
export const hasAgent = (image: Pick<ImageDocument, 'os_type' | 'disk_format'>): boolean => image.os_type === 'linux' && !isMedium(image);

/** What the disk that a server boots from was made from. */
export type Origin = Pick<ImageDocument, 'id' | 'name' | 'os_type' | 'username' | 'allow_set_password'>;

/** The members of a server that come from there. */
export const bootMembers = (origin: Origin | null): Pick<ServerDocument, 'image' | 'username' | 'allow_set_password'> => ({
  image: origin && { id: origin.id, name: origin.name, os_type: origin.os_type },
  username: origin?.username ?? null,
  allow_set_password: origin?.allow_set_password ?? false,
});

/** What a new server is made of, all of it reserved already. */
export interface NewServer {
  id: string;
  name: string;
  description: string | null;
  flavor: FlavorDocument;
  /** Null where it boots from a volume that was made from none. */
  image: Origin | null;
  /** The one it boots from first. */
  volumes: readonly AttachedVolume[];
  ports: readonly Port[];
  /** Name of the key it lets in. */
  keyName: string | null;
  allowLiveResize: boolean;
  haEnabled: boolean;
  /** What it is bound to itself. */
  ownTraits: readonly string[];
  /** What its image asks of a node. */
  imageTraits: readonly string[];
  metadata: Record<string, string>;
  tags: readonly string[];
  projectId: string;
  domainId: string;
  created: string;
}

/** What differs between a server in the making and one that has run for long. */
type ServerState = Pick<ServerDocument, 'status' | 'task_state' | 'host' | 'updated'>;

/** `Büro 1` → `buro-1`, as a guest would call itself; by its id where the name has no letter that a host name may have. */
function hostname({ id, name }: Pick<NewServer, 'id' | 'name'>): string {
  const text = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return /[a-z]/.test(text) ? text : `server-${id.slice(0, 8)}`;
}

/** What a server keeps of its flavor, whatever becomes of that. */
export const flavorOf = (flavor: FlavorDocument): ServerDocument['flavor'] => ({
  id: flavor.id,
  original_name: flavor.name,
  vcpus: flavor.vcpus,
  ram: flavor.ram,
  disk: flavor.disk,
  extra_specs: flavor.extra_specs,
});

type Flavor = ServerDocument['flavor'];

/** How far a server that came up with a flavor can grow while it runs, by a factor. */
const LIVE_GROWTH = 4;

/** vCPUs and MiB that can be plugged in; null where nothing can. */
const limitsOf = ({ vcpus, ram }: Pick<Flavor, 'vcpus' | 'ram'>, isLive: boolean) =>
  isLive ? { max_vcpu: vcpus * LIVE_GROWTH, max_mem: ram * LIVE_GROWTH } : { max_vcpu: null, max_mem: null };

const hasPciDevices = ({ extra_specs }: Pick<Flavor, 'extra_specs'>): boolean =>
  Object.keys(extra_specs).some((key) => key.startsWith('pci_passthrough:'));

type Bound = Pick<ServerDocument, 'flavor' | 'traits' | 'own_traits' | 'image_traits'>;

/** The members of a server that its flavor, what it is bound to itself and its image give it. */
export const boundBy = (flavor: Flavor, own: readonly string[], ofImage: readonly string[] = []): Bound => ({
  flavor,
  traits: neededTraits(flavor.extra_specs, own, ofImage),
  own_traits: own.toSorted(),
  ...(ofImage.length > 0 && { image_traits: [...ofImage] }),
});

/** A server that comes up with another flavor. */
export const withFlavor = (server: ServerDocument, flavor: Flavor): ServerDocument => ({
  ...server,
  ...boundBy(flavor, server.own_traits, server.image_traits),
  ...limitsOf(flavor, server.allow_live_resize),
  has_pci_devices: hasPciDevices(flavor),
});

export function serverDocument(item: NewServer, state: ServerState): ServerDocument {
  const { flavor } = item;
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    ...state,
    host_status: state.host === null ? null : 'UP',
    locked: false,
    ...boundBy(flavorOf(flavor), item.ownTraits, item.imageTraits),
    ...bootMembers(item.image),
    volumes: item.volumes.map((volume) => ({ ...volume, name: null, size: null })),
    boots_from_volume: true,
    networks: item.ports.map((port) => ({ ...port, name: null, ipam_enabled: null })),
    network_data: item.ports.map((port) => ({ mac_addr: port.mac_addr, fixed_ips: port.ips })),
    key_name: item.keyName,
    orig_hostname: hostname(item),
    ha_enabled: item.haEnabled,
    fault: null,
    metadata: item.metadata,
    tags: [...item.tags],
    ...limitsOf(flavor, item.allowLiveResize),
    allow_live_resize: item.allowLiveResize,
    has_pci_devices: hasPciDevices(flavor),
    statistics: { metrics: { cpu_usage: null, mem_usage: null, block_capacity: null, block_usage: null } },
    created: item.created,
    project_id: item.projectId,
    project_name: null,
    domain_id: item.domainId,
    domain_name: null,
  };
}
