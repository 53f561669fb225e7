/** Networks with their subnets, in a project and by the cloud's administrator. */
import type { Tourist } from './tourist.ts';
import { refused } from './tourist.ts';

const SUBNETS = [
  { cidr: '10.50.0.0/24', dns_nameservers: ['10.50.0.53'], allocation_pools: [{ start: '10.50.0.10', end: '10.50.0.99' }] },
  { cidr: 'fd50::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' },
];

/**
 * Creates a network `drawn` with two subnets, changes it, lets another project use it, adds a subnet and takes it away, and asks for what the
 * cloud refuses. All of it is gone at the end.
 */
export async function networks(alice: Tourist, admin: Tourist): Promise<void> {
  const { names } = alice;
  const row = async () => alice.row('drawn', 'network');
  const run = (command: string, body: object) => alice.run(`network.${command}`, 'drawn', body, 'network');
  names['drawn'] = (await alice.run('network.createPrivate', null, { name: 'drawn', subnets: SUBNETS })).id;
  await run('update', { name: 'redrawn', rbac_policies: [{ target_project: names['acme-dev'], actions: ['direct'] }] });
  await run('update', { rbac_policies: [] });
  await run('createSubnet', { network_id: names['drawn'], cidr: '10.51.0.0/24' });
  await refused(alice.ask('network.createSubnet', await row(), { network_id: names['drawn'], cidr: '10.51.0.128/25' }));
  const subnets = (await row())!.document['subnets'] as { id: string; cidr: string }[];
  const subnetId = subnets.find(({ cidr }) => cidr === '10.51.0.0/24')!.id;
  await run('updateSubnet', { subnetId, gateway_ip: '10.51.0.254', name: 'second' });
  await run('deleteSubnet', { subnetId });
  await refused(alice.ask('network.createPrivate', null, { name: 'wide', mtu: 9000 }));
  await refused(admin.ask('network.createPublic', null, { name: 'again', physical_network: 'physnet1' }));
  await refused(admin.ask('network.createPublic', null, { name: 'unknown', physical_network: 'physnet9' }));
  await run('delete', { kind: 'private', networkId: names['drawn'] });
}
