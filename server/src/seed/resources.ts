import { NETWORK_LIMITS } from '@gantry/contract/constants';
import { typeOfFormat } from '@gantry/contract/nouns/images/formats';
import { newImage } from '../nouns/images/embedded/documents.ts';
import { ALL_PROJECTS, NETWORK_ACCESS } from '@gantry/contract/nouns/networks/bodies';
/** Documents of what an empty platform begins with. */
import {
  GIB,
  MIB,
  type FlavorDocument,
  type ImageDocument,
  type NetworkDocument,
  type NodeDocument,
} from '../engines/embedded/platform/documents.ts';
import { hasAgent } from '../nouns/servers/embedded/documents.ts';
import { formatIpv4, hostRanges, parseIpv4, prefixFor, rangeOf } from '../nouns/networks/embedded/ipv4.ts';
import type { SeedRecord } from '../engines/embedded/platform/records.ts';
import type { Settings } from '../engines/embedded/platform/settings.ts';
import { traitsOfNode, type FLAVORS, type IMAGES } from './catalog.ts';
import { idOf } from '../engines/embedded/platform/ids.ts';
import { nodeOf, SYSTEM, type Machine } from '../nouns/nodes/embedded/machines.ts';
import { hostsOf, nodeId, privateNetworkName, projectId, tenantsOf } from './plan.ts';
import { DEFAULT_TENANT } from './tenants.ts';

const FIRST_HOST = parseIpv4('172.16.0.10');
/** Nodes that manage the cluster as well: as many as it takes to agree when one is lost. */
const CONTROLLERS = 3;

/** What a machine is, outside the compute cluster. */
export const machineOf = ({ vcpus, ram, disk }: Settings['nodes'], index: number): Machine => ({
  id: nodeId(index),
  host_ip: formatIpv4(FIRST_HOST + index),
  cpu_cores: vcpus + SYSTEM.cores,
  mem_total: (ram + SYSTEM.ram) * MIB,
  disk: disk * GIB,
});

/** A node without servers. */
export const nodeDocument = (nodes: Settings['nodes'], index: number): NodeDocument => ({
  ...nodeOf(machineOf(nodes, index), ['compute', ...(index < CONTROLLERS ? ['controller'] : [])]),
  traits: traitsOfNode(index),
});

export const flavorDocument = (engine: string, seed: (typeof FLAVORS)[number]): FlavorDocument => ({
  id: idOf(engine, 'flavor', seed.name),
  ...seed,
  swap: 0,
  is_public: true,
  project_ids: [],
  extra_specs: {},
  traits: [],
});

export const imageDocument = (engine: string, seed: (typeof IMAGES)[number], at: string): ImageDocument => ({
  id: idOf(engine, 'image', seed.name),
  ...newImage,
  ...seed,
  type: typeOfFormat(seed.disk_format),
  allow_set_password: hasAgent(seed),
  status: 'active',
  visibility: 'public',
  created_at: at,
  updated_at: at,
  project_id: projectId(engine, DEFAULT_TENANT.projects[0]!.name),
  domain_id: DEFAULT_TENANT.id,
});

interface NetworkSeed {
  name: string;
  cidr: string;
  external: boolean;
  projectId: string;
  domainId: string;
}

function networkDocument(engine: string, { name, cidr, external, ...owner }: NetworkSeed): NetworkDocument {
  const id = idOf(engine, 'network', name);
  return {
    id,
    network_id: id,
    name,
    status: 'ACTIVE',
    type: external ? 'vlan' : 'vxlan',
    router_external: external,
    shared: external,
    ipam_enabled: true,
    mtu: NETWORK_LIMITS.mtu.min,
    physical_network: external ? 'physnet1' : null,
    vlan_id: external ? 100 : null,
    rbac_policies: external ? [{ target_project: ALL_PROJECTS, actions: [...NETWORK_ACCESS] }] : [],
    spoofing_protection: true,
    subnets: [
      {
        id: idOf(engine, 'subnet', name),
        name: `${name}-ipv4`,
        ip_version: 4,
        cidr,
        gateway_ip: formatIpv4(rangeOf(cidr).start + 1),
        allocation_pools: hostRanges(cidr, formatIpv4(rangeOf(cidr).start + 1)).map(({ start, end }) => ({
          start: formatIpv4(start),
          end: formatIpv4(end),
        })),
        dns_nameservers: [],
        enable_dhcp: true,
        ipv6_ra_mode: null,
        ipv6_address_mode: null,
      },
    ],
    created_at: null,
    project_id: owner.projectId,
    domain_id: owner.domainId,
  };
}

/** One network for all that leads outside, and a private one for each project. */
export function networksOf(engine: string, seed: SeedRecord): NetworkDocument[] {
  const owner = { projectId: projectId(engine, DEFAULT_TENANT.projects[0]!.name), domainId: DEFAULT_TENANT.id };
  const external = networkDocument(engine, { name: 'public', cidr: '203.0.113.0/24', external: true, ...owner });
  const own = tenantsOf(engine, seed).flatMap((tenant) =>
    tenant.projects.map((project) =>
      networkDocument(engine, {
        name: privateNetworkName(project.name),
        cidr: `${project.network}/${prefixFor(hostsOf(project.name, seed))}`,
        external: false,
        projectId: projectId(engine, project.name),
        domainId: tenant.id,
      }),
    ),
  );
  return [external, ...own];
}
