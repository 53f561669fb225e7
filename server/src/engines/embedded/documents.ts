/** Shapes of the documents the platform keeps. What is joined on read from another kind is null in them. */
import type { Entities } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { Row } from '../../store/port.ts';

/** Document of each kind the platform keeps; the tasks are the server's own. */
export type Documents = { [K in Exclude<keyof Entities, 'task'>]: Omit<Entities[K], 'revision'> };
export type KindName = keyof Documents;

export type DomainDocument = Documents['domain'];
export type ProjectDocument = Documents['project'];
export type UserDocument = Documents['user'];
export type NodeDocument = Documents['node'];
export type FlavorDocument = Documents['flavor'];
export type ImageDocument = Documents['image'];
export type NetworkDocument = Documents['network'];
export type VolumeDocument = Documents['volume'];
export type ServerDocument = Documents['server'];

/** The document of a row that the platform wrote itself, hence of known shape. */
export const documentOf = <K extends KindName>(_kind: K, row: Row): Documents[K] => row.document as Documents[K];

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;

export type Port = Pick<Server['networks'][number], 'network_id' | 'mac_addr' | 'ips'>;

/** What a new server is made of, all of it reserved already. */
export interface NewServer {
  id: string;
  name: string;
  description: string | null;
  flavor: FlavorDocument;
  image: Pick<ImageDocument, 'id' | 'os_type'>;
  volumeId: string;
  ports: readonly Port[];
  /** Name of the key it lets in. */
  keyName: string | null;
  metadata: Record<string, string>;
  projectId: string;
  domainId: string;
  created: string;
}

/** What differs between a server in the making and one that has run for long. */
type ServerState = Pick<ServerDocument, 'status' | 'task_state' | 'host' | 'updated'>;

/** `Web 1` → `web-1`, as a guest would call itself. */
const hostname = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63) || 'server';

export function serverDocument(item: NewServer, state: ServerState): ServerDocument {
  const { flavor } = item;
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    ...state,
    host_status: state.host === null ? null : 'UP',
    locked: false,
    flavor: {
      id: flavor.id,
      original_name: flavor.name,
      vcpus: flavor.vcpus,
      ram: flavor.ram,
      disk: flavor.disk,
      extra_specs: flavor.extra_specs,
    },
    image: { id: item.image.id, name: null, os_type: item.image.os_type },
    volumes: [{ id: item.volumeId, delete_on_termination: true, name: null, size: null }],
    networks: item.ports.map((port) => ({ ...port, name: null, ipam_enabled: null })),
    network_data: item.ports.map((port) => ({ mac_addr: port.mac_addr, fixed_ips: port.ips })),
    key_name: item.keyName,
    username: null,
    orig_hostname: hostname(item.name),
    ha_enabled: false,
    fault: null,
    metadata: item.metadata,
    traits: [],
    max_vcpu: null,
    max_mem: null,
    allow_live_resize: false,
    allow_set_password: false,
    has_pci_devices: false,
    statistics: { metrics: { cpu_usage: null, mem_usage: null, block_capacity: null, block_usage: null } },
    created: item.created,
    project_id: item.projectId,
    project_name: null,
    domain_id: item.domainId,
  };
}

export function bootVolumeDocument(
  server: Pick<NewServer, 'id' | 'name' | 'volumeId' | 'projectId' | 'domainId' | 'created'>,
  image: ImageDocument,
  size: number,
  status: 'creating' | 'in-use',
): VolumeDocument {
  return {
    id: server.volumeId,
    name: `${server.name.slice(0, 250)}-boot`,
    status,
    size,
    bootable: true,
    attachments: [{ server_id: server.id, server_name: null }],
    storage_policy_name: 'default',
    snapshot_id: null,
    volume_image_metadata: { image_id: image.id, image_name: image.name, disk_format: image.disk_format, os_type: image.os_type },
    created_at: server.created,
    project_id: server.projectId,
    domain_id: server.domainId,
  };
}
