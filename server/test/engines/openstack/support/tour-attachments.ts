/** Volumes and interfaces of a server, and what a cloud says no to. */
import { refused, type Tourist } from './tourist.ts';

const documentOf = async (alice: Tourist, name: string): Promise<Record<string, unknown>> => (await alice.row(name))!.document;
const volumesOf = async (alice: Tourist, name: string) => (await documentOf(alice, name))['volumes'] as { id: string }[];

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
  await refused(ask('attachInterface', { network_id: names['acme-net'], ip: networks[0]!.ips[0] }));
  await run('attachInterface', { network_id: names['shared'] });
  const after = (await documentOf(alice, 'holding')) as { networks: { network_id: string; mac_addr: string }[] };
  const added = after.networks.find(({ network_id: network }) => network === names['shared'])!;
  await run('detachInterface', { mac_addr: added.mac_addr });
  await alice.run('server.delete', 'holding');
}
