/** Everything else that is done to a server, and what a cloud says no to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from './lab.ts';
import { refused, type Tourist } from './tourist.ts';

const NOTHING = '11111111-1111-4111-8111-111111111111';
/** Nova allows 128. */
const TOO_MANY = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`k${index}`, 'v']));

/** Lets a server `acting` go through all of it; an image `snapshot` is left for the one who cleans up. */
export async function actions(alice: Tourist, admin: Tourist, lab: Lab): Promise<void> {
  const { names } = alice;
  const { id } = await alice.run('server.create', null, {
    name: 'acting',
    flavor_id: names['m1.tiny'],
    image_id: names['lab-tiny'],
    network_ids: [names['acme-net']],
  });
  names['acting'] = id;
  const run = (verb: string, body: object = {}) => alice.run(`server.${verb}`, 'acting', body);
  const no = async (who: Tourist, verb: string, body: object = {}) => refused(who.ask(`server.${verb}`, await alice.row('acting'), body));

  await no(alice, 'unpause');
  for (const verb of ['pause', 'unpause', 'suspend', 'resume', 'shelve', 'unshelve', 'rescue', 'unrescue']) await run(verb);
  await no(alice, 'rescue', { image_id: NOTHING });
  await run('rescue', { image_id: names['lab-tiny'] });
  await run('unrescue');
  await run('rebuild', { image_id: names['lab-tiny'] });
  await no(alice, 'rebuild', { image_id: NOTHING });
  await refused(alice.ask('server.rescue', await alice.row('on-volume'), { image_id: names['lab-tiny'] }));
  await run('changePassword', { password: 'correct horse battery 9' });
  const image = await alice.ask('server.createImage', await alice.row('acting'), { name: 'snapshot' });
  names['snapshot'] = (image.memo as { imageId: string }).imageId;
  await sleep(3000);
  await run('update', { metadata: { purpose: 'acting' } });
  await no(alice, 'update', { metadata: TOO_MANY });

  await moves(alice, admin, no);
  await lab.without(await hostOf(admin), () => admin.run('server.evacuate', 'acting'));

  await run('lock');
  await no(alice, 'start');
  await run('unlock');
  await admin.run('server.lock', 'acting');
  await no(alice, 'unlock');
  await admin.run('server.unlock', 'acting');
  await admin.run('server.resetState', 'acting', { state: 'error' });
  await admin.run('server.resetState', 'acting', { state: 'active' });
  await alice.read('server.events', (await alice.row('acting'))!);
  await admin.read('server.events', (await admin.row('acting'))!);
  await alice.run('server.delete', 'acting');
}

/** From node to node and from flavor to flavor. Ends with the server shut off. */
async function moves(alice: Tourist, admin: Tourist, no: (who: Tourist, verb: string, body?: object) => Promise<void>): Promise<void> {
  const { names } = alice;
  const run = (verb: string, body: object = {}) => alice.run(`server.${verb}`, 'acting', body);
  const operate = (verb: string, body: object = {}) => admin.run(`server.${verb}`, 'acting', body);
  await no(alice, 'migrate');
  await no(admin, 'evacuate');
  await operate('liveMigrate');
  await no(admin, 'liveMigrate', { node_id: await nodeOf(admin) });
  await run('stop');
  await no(alice, 'resize', { flavor_id: names['m1.tiny'] });
  await run('resize', { flavor_id: names['m1.small'] });
  await run('revertResize');
  await run('resize', { flavor_id: names['m1.small'] });
  await run('confirmResize');
  await refused(run('resize', { flavor_id: names['giant'] }));
  await refused(operate('resize', { flavor_id: names['giant'] }));
  await operate('migrate');
  await operate('confirmResize');
}

/** Name of the node the server is on. */
async function hostOf(admin: Tourist): Promise<string> {
  const host = (await admin.row('acting'))?.document['host'];
  if (typeof host !== 'string' || !(host in admin.names)) throw new Error(`no node ${String(host)}`);
  return host;
}

/** Id of that node. */
const nodeOf = async (admin: Tourist): Promise<string> => admin.names[await hostOf(admin)]!;
