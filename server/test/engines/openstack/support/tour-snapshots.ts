/** Snapshots of volumes, and a server that is made of one. */
import type { Tourist } from './tourist.ts';

/** Body of the server that boots from the snapshot `moment`. */
export const revivedBody = (names: Readonly<Record<string, string>>) => ({
  name: 'revived',
  flavor_id: names['m1.tiny'],
  snapshot_id: names['moment'],
  network_ids: [names['acme-net']],
  delete_on_termination: true,
});

/**
 * Takes a snapshot `moment` of the boot volume of a running server, renames it, and lets a server `revived` boot from it. All of it is gone at
 * the end.
 */
export async function snapshots(alice: Tourist): Promise<void> {
  const { names } = alice;
  const common = { flavor_id: names['m1.tiny'], network_ids: [names['acme-net']] };
  const on = { name: 'snapped', image_id: names['lab-tiny'], volume_size: 1, delete_on_termination: true, ...common };
  names['snapped'] = (await alice.run('server.create', null, on)).id;
  const [boot] = (await alice.row('snapped'))!.document['volumes'] as { id: string }[];
  names['snapped-boot'] = boot!.id;
  const body = { volume_id: boot!.id, name: 'moment', description: 'recorded' };
  names['moment'] = (await alice.run('volume_snapshot.create', null, body)).id;
  await alice.ask('volume_snapshot.update', await alice.row('moment', 'volume_snapshot'), { name: 'renamed moment' });
  names['revived'] = (await alice.run('server.create', null, revivedBody(names))).id;
  await alice.run('server.delete', 'revived');
  await alice.run('volume_snapshot.delete', 'moment', {}, 'volume_snapshot');
  await alice.run('server.delete', 'snapped');
}
