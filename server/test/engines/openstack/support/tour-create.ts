/** Servers with all that can be asked for. */
import type { Tourist } from './tourist.ts';
import { refused } from './tourist.ts';

export const RICH_SCRIPT = '#cloud-config\nruncmd: [echo hello]\n';

/** The body of the richest server; `ip` is a free address of its network. */
export const richBody = (names: Readonly<Record<string, string>>, ip: string) => ({
  name: 'rich',
  flavor_id: names['m1.tiny'],
  image_id: names['lab-tiny'],
  volume_size: 1,
  storage_policy_id: names['vault'],
  delete_on_termination: false,
  volumes: [{ name: 'rich-data', size: 1, storage_policy_id: names['fast'], delete_on_termination: true, boot_order: 1, disk_bus: 'scsi' }],
  interfaces: [
    { network_id: names['acme-net'], fixed_ips: [ip] },
    { network_id: names['acme-net'], spoofing_protection: false },
  ],
  user_data: RICH_SCRIPT,
  config_drive: true,
  ha_enabled: true,
  tags: ['recorded'],
});

/** One that wants the same address. */
export function lateBody(names: Readonly<Record<string, string>>, ip: string) {
  const { interfaces, ...rich } = richBody(names, ip);
  return { ...rich, name: 'late', volumes: [], volume_size: undefined, storage_policy_id: undefined, interfaces: interfaces.slice(0, 1) };
}

/** Makes a server with everything, and one from the volume that the first left behind. All of it is gone at the end. */
export async function creations(alice: Tourist): Promise<void> {
  const { names } = alice;
  const network = await alice.row('acme-net', 'network');
  const [subnet] = network!.document['subnets'] as { cidr: string }[];
  const ip = subnet!.cidr.replace(/\.\d+\/\d+$/, '.231');
  names['rich-ip'] = ip;
  names['rich'] = (await alice.run('server.create', null, richBody(names, ip))).id;
  await refused(alice.ask('server.create', null, lateBody(names, ip)));
  const [boot] = (await alice.row('rich'))!.document['volumes'] as { id: string }[];
  names['left'] = boot!.id;
  await alice.run('server.delete', 'rich');
  const again = { name: 'booted', flavor_id: names['m1.tiny'], network_ids: [names['acme-net']] };
  names['booted'] = (await alice.run('server.create', null, { ...again, volume_id: boot!.id, delete_on_termination: true })).id;
  await alice.run('server.delete', 'booted');
}
