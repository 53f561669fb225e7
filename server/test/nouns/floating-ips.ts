import { ingredients } from '../support/ingredients.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';
import { siteOf } from './vpn-connections/site.ts';

/** A new one, assigned to what the body names. */
const floating = async ({ make, outside }: Stage, body: object = {}) =>
  make('/compute/floating_ips', { floating_network_id: await outside(), ...body });
const free = async (stage: Stage) => ({ id: await floating(stage) });

/** The interface of a server behind a router that leads outside. */
async function target({ lead, make, name, read }: Stage, cidr: string) {
  const { network } = await siteOf(lead, { name: name(), cidr });
  const body = { name: name(), ...(await ingredients(lead)), network_ids: [network] };
  const server_id = await make('/compute/servers', body);
  const { networks } = await read<{ networks: { mac_addr: string }[] }>(`/compute/servers/${server_id}`);
  return { server_id, mac_addr: networks[0]!.mac_addr };
}

export const floatingIps: Specimen = {
  fuzz: { byChance: ['create', 'update', 'assign', 'release', 'bulkRelease'], ofOwners: ['assign'] },
  calls: {
    readProject: ['list', 'read'],
    createInProject: ['create'],
    changeProject: ['update', 'assign', 'release', 'delete', 'bulkRelease', 'bulkDelete'],
  },
  asked: {
    create: { ready: async ({ outside }) => ({ body: { floating_network_id: await outside() } }) },
    update: { ready: free },
    delete: { ready: free },
    assign: { ready: async (stage) => ({ ...(await free(stage)), body: await target(stage, '10.8.3.0/24') }) },
    release: { ready: async (stage) => ({ id: await floating(stage, { assign: await target(stage, '10.8.4.0/24') }) }) },
    bulkRelease: { ready: async (stage) => ({ id: await floating(stage, { assign: await target(stage, '10.8.5.0/24') }) }) },
  },
  document: {
    name: '203.0.113.250',
    description: null,
    status: 'DOWN',
    floating_ip_address: '203.0.113.250',
    fixed_ip_address: null,
    port_id: null,
    router_id: null,
    router_name: null,
    attachment: null,
    floating_network_id: 'none',
    floating_network_name: null,
    created_at: '2026-01-01T00:00:00.000Z',
  },
};
