/** Volumes and interfaces of a server, and what a cloud says no to. */
import { refused, type Tourist } from './tourist.ts';

/** Hardware addresses that are asked for. */
const OWN_MAC = 'fa:16:3e:5a:00:01';
const OTHER_MAC = 'fa:16:3e:5a:00:02';

const documentOf = async (alice: Tourist, name: string): Promise<Record<string, unknown>> => (await alice.row(name))!.document;
const volumesOf = async (alice: Tourist, name: string) => (await documentOf(alice, name))['volumes'] as { id: string }[];

/** An interface of which more is asked than its network, made, changed and removed; and what the network service says no to. */
async function ports(alice: Tourist): Promise<void> {
  const { names } = alice;
  const run = (verb: string, body: object) => alice.run(`server.${verb}`, 'holding', body);
  const ask = async (verb: string, body: object) => alice.ask(`server.${verb}`, await alice.row('holding'), body);
  const { project_id: projectId } = await documentOf(alice, 'holding');
  const group = await alice.find('security_group', (one) => one['project_id'] === projectId && one['name'] === 'default');
  names['default-group'] = group;
  const [subnet] = (await alice.row('acme-net', 'network'))!.document['subnets'] as { cidr: string }[];
  const address = (last: number): string => subnet!.cidr.replace(/\.\d+\/\d+$/, `.${last}`);
  const network = { network_id: names['acme-net'] };
  const card = { mac_addr: OWN_MAC };
  await run('attachInterface', { ...network, ...card, fixed_ips: [address(221), address(222)], security_group_ids: [group] });
  await refused(ask('attachInterface', { ...network, ...card }));
  await refused(ask('attachInterface', { ...network, mac_addr: OTHER_MAC, fixed_ips: [address(221)] }));
  await run('updateInterface', { ...card, fixed_ips: [address(223)] });
  await run('updateInterface', { ...card, spoofing_protection: false, security_group_ids: [] });
  await run('updateInterface', { ...card, spoofing_protection: true });
  await run('detachInterface', card);
}

/** Lets a server `holding` give away its volume `spare`, take it back and go with it; and gives it an interface for a while. */
export async function attachments(alice: Tourist): Promise<void> {
  const { names } = alice;
  const { id } = await alice.run('server.create', null, {
    name: 'holding',
    flavor_id: names['m1.tiny'],
    image_id: names['lab-tiny'],
    network_ids: [names['acme-net']],
    volumes: [{ name: 'spare', size: 1 }],
  });
  names['holding'] = id;
  names['spare'] = (await volumesOf(alice, 'holding'))[0]!.id;
  const volume = { volume_id: names['spare'] };
  const run = (verb: string, body: object) => alice.run(`server.${verb}`, 'holding', body);
  const ask = async (verb: string, body: object) => alice.ask(`server.${verb}`, await alice.row('holding'), body);

  await refused(ask('attachVolume', volume));
  await run('detachVolume', { action: 'detach_volume', ...volume });
  await refused(ask('detachVolume', { action: 'detach_volume', ...volume }));
  await run('attachVolume', volume);
  await run('updateVolume', { ...volume, delete_on_termination: true });
  await run('detachVolume', { action: 'detach_volume', ...volume });
  await run('attachVolume', { ...volume, delete_on_termination: true });

  const { networks } = (await documentOf(alice, 'holding')) as { networks: { ips: string[] }[] };
  await refused(ask('attachInterface', { network_id: names['acme-net'], fixed_ips: [networks[0]!.ips[0]] }));
  await run('attachInterface', { network_id: names['shared'] });
  const after = (await documentOf(alice, 'holding')) as { networks: { network_id: string; mac_addr: string }[] };
  const added = after.networks.find(({ network_id: network }) => network === names['shared'])!;
  await run('detachInterface', { mac_addr: added.mac_addr });
  await ports(alice);
  await alice.run('server.delete', 'holding');
}
