import { randomUUID } from 'node:crypto';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

/** A subnet of the same id as its network, so that whoever is asked for the one finds the other. */
const subnet = (id: string) => ({
  id,
  name: null,
  ip_version: 4,
  cidr: '10.0.1.0/24',
  gateway_ip: '10.0.1.1',
  allocation_pools: [{ start: '10.0.1.10', end: '10.0.1.20' }],
  dns_nameservers: [],
  enable_dhcp: true,
  ipv6_ra_mode: null,
  ipv6_address_mode: null,
});

/** A private network with a subnet of each block. */
const networkOf = async ({ make, name, read }: Stage, ...cidrs: string[]) => {
  const id = await make('/compute/networks/private', { name: name(), subnets: cidrs.map((cidr) => ({ cidr })) });
  return { id, subnets: (await read<{ subnets: { id: string }[] }>(`/compute/networks/${id}`)).subnets };
};
const empty = async (stage: Stage) => ({ id: (await networkOf(stage)).id });
const subnetOf = (cidr: string) => async (stage: Stage) => ({ id: (await networkOf(stage, cidr)).subnets[0]!.id });

export const networks: Specimen = {
  fuzz: { ofOwners: ['update', 'delete', 'updateSubnet', 'deleteSubnet'], ofRights: ['createPrivate', 'update'] },
  calls: {
    readProject: ['list', 'read', 'addresses'],
    createInProject: ['createPrivate'],
    createSystemInProject: ['createPublic', 'createVlan'],
    changeProject: ['update', 'delete', 'bulkDelete', 'createSubnet', 'updateSubnet', 'deleteSubnet'],
  },
  asked: {
    createPublic: { body: () => ({ name: 'audited', physical_network: randomUUID() }) },
    createVlan: { body: () => ({ name: 'audited', physical_network: randomUUID(), vlan_id: 1 }) },
    update: { ready: empty },
    delete: { ready: empty },
    bulkDelete: { ready: empty },
    createSubnet: { ready: async (stage) => ({ body: { network_id: (await empty(stage)).id, cidr: '10.7.2.0/24' } }) },
    updateSubnet: { ready: subnetOf('10.7.0.0/24'), body: () => ({ gateway_ip: '10.7.0.254' }) },
    deleteSubnet: { ready: subnetOf('10.7.1.0/24') },
  },
  document: (id) => ({ shared: false, type: 'vxlan', network_id: id, subnets: [subnet(id)] }),
};
