import { randomUUID } from 'node:crypto';
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

export const networks: Specimen = {
  calls: {
    readProject: ['list', 'read', 'addresses'],
    createInProject: ['createPrivate'],
    createSystemInProject: ['createPublic', 'createVlan'],
    changeProject: ['update', 'delete', 'bulkDelete', 'createSubnet', 'updateSubnet', 'deleteSubnet'],
  },
  asked: {
    createPublic: { body: () => ({ name: 'audited', physical_network: randomUUID() }) },
    createVlan: { body: () => ({ name: 'audited', physical_network: randomUUID(), vlan_id: 1 }) },
    createSubnet: { body: ({ made }) => ({ network_id: made.things['networks.update'], cidr: '10.7.2.0/24' }) },
    updateSubnet: { body: () => ({ gateway_ip: '10.7.0.254' }) },
  },
  document: (id) => ({ shared: false, type: 'vxlan', network_id: id, subnets: [subnet(id)] }),
};
