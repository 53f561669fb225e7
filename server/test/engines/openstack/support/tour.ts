/** All that is recorded: each question the engine asks, and what a cloud says no to. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { kinds } from '@gantry/contract';
import type { Scope } from '@gantry/contract/access/roles';
import { openstack } from '../../../../src/app/engine-types.ts';
import { Api } from '../../../../src/engines/openstack/client/api.ts';
import { volumes } from '../../../../src/nouns/volumes/openstack/client.ts';
import { readCloud } from '../../../../src/engines/openstack/client/clouds.ts';
import { getImage } from '../../../../src/nouns/images/openstack/client.ts';
import { getDomain, getProject, getUser } from '../../../../src/engines/openstack/client/keystone.ts';
import { networks } from '../../../../src/nouns/networks/openstack/client.ts';
import { flavors as novaFlavors } from '../../../../src/nouns/flavors/openstack/client.ts';
import { hypervisors } from '../../../../src/nouns/nodes/openstack/client.ts';
import { getServer } from '../../../../src/nouns/servers/openstack/client.ts';
import { offeredBy, reservedOn } from '../../../../src/nouns/nodes/openstack/placement.ts';
import { confirmTrait } from '../../../../src/nouns/traits/openstack/client.ts';
import { volumeSnapshots } from '../../../../src/nouns/volume-snapshots/openstack/client.ts';
import { volumeTypes } from '../../../../src/nouns/storage-policies/openstack/client.ts';
import { ServiceAccount } from '../../../../src/engines/openstack/client/tokens.ts';
import { createDisk } from '../../../../src/ops/free-space.ts';
import type { Engine, Principal } from '../../../../src/port/engine.ts';
import { PUBLIC_KEY } from '../../../support/app.ts';
import { openStore } from '../../../../src/store/open.ts';
import type { Store } from '../../../../src/port/store/store.ts';
import type { Lab } from './lab.ts';
import { actions } from './tour-actions.ts';
import { attachments } from './tour-attachments.ts';
import { creations } from './tour-create.ts';
import { flavors } from './tour-flavors.ts';
import { snapshots } from './tour-snapshots.ts';
import { networks as ownNetworks } from './tour-networks.ts';
import { routing } from './tour-routing.ts';
import { volumes as ownVolumes } from './tour-volumes.ts';
import { refused, Tourist } from './tourist.ts';

const projectOf = (names: Record<string, string>, name: string) =>
  ({ type: 'project', projectId: names[name]!, domainId: names['acme']! }) as const;

async function people(engine: Engine, { names }: Lab): Promise<Map<string, Principal>> {
  const identity = engine.identity!;
  const result = new Map<string, Principal>();
  for (const [username, password, domain] of [
    ['admin', 'lab-admin', 'Default'],
    ['alice', 'lab-alice', 'acme'],
    ['bob', 'lab-bob', 'acme'],
    ['carol', 'lab-carol', names['acme']!],
  ] as const) {
    const principal = await identity.signIn({ domain, username, password });
    await identity.projects(principal);
    await identity.check(principal);
    result.set(username, principal);
  }
  await refused(identity.signIn({ domain: 'acme', username: 'alice', password: 'wrong' }));
  await refused(identity.signIn({ domain: 'acme', username: 'nobody', password: 'wrong' }));
  const domain: Scope = { type: 'domain', domainId: names['acme']! };
  await identity.enter(result.get('carol')!, domain);
  await identity.enter(result.get('admin')!, { type: 'system' });
  for (const user of ['alice', 'bob', 'carol'])
    for (const name of ['acme-prod', 'acme-dev']) await identity.enter(result.get(user)!, projectOf(names, name));
  return result;
}

/** A server's life, from its creation to its end. */
async function life(alice: Tourist): Promise<void> {
  const { names } = alice;
  const body = (network: string) => ({
    name: 'made',
    flavor_id: names['m1.tiny'],
    image_id: names['lab-tiny'],
    network_ids: [names[network]],
  });
  const key = { name: 'recorded', public_key: PUBLIC_KEY };
  const { id: keyId } = await alice.ask('key_pair.create', null, key);
  names['recorded'] = keyId;
  await refused(alice.ask('key_pair.create', null, key));
  await refused(alice.ask('key_pair.create', null, { name: 'bad', public_key: 'ssh-rsa AAAA' }));
  await alice.ask('key_pair.delete', await alice.row('recorded', 'key_pair'));
  delete names['recorded'];
  await refused(alice.in(projectOf(names, 'acme-dev')).ask('server.create', null, body('shared')));
  await refused(alice.ask('server.start', await alice.row('tiny')));
  names['made'] = (await alice.run('server.create', null, body('acme-net'))).id;
  await alice.run('server.update', 'made', { name: 'renamed' });
  await alice.run('server.update', 'made', { tags: ['one', 'two'], ha_enabled: true });
  await alice.run('server.update', 'made', { metadata: { owner: 'recorded' } });
  await alice.run('server.stop', 'made');
  await alice.run('server.start', 'made');
  await alice.run('server.reboot', 'made', { type: 'SOFT' });
  const made = (await alice.row('made'))!;
  await alice.read('server.events', made);
  await alice.read('server.log', made);
  await alice.read('quota.read', (await alice.row('acme-prod', 'project'))!, { usage: true });
  await alice.run('server.delete', 'made');
}

/** One thing of each kind by itself, and one that does not exist: what re-reads and confirmations ask. */
async function singles({ cloudsFile, names }: Lab, store: Store, userId: string): Promise<void> {
  const { authUrl, auth } = await readCloud(cloudsFile, 'lab-admin');
  const timeLimit = 20_000;
  const account = new ServiceAccount({ authUrl, timeLimit }, auth);
  const api = new Api({ account, authUrl, region: undefined, interface: 'public', timeLimit, observer: () => undefined });
  const node = await store.read.sweep('cloud', 'node')[Symbol.asyncIterator]().next();
  const volume = await store.read.sweep('cloud', 'volume')[Symbol.asyncIterator]().next();
  const known: [(api: Api, id: string) => Promise<unknown>, string | undefined][] = [
    [getServer, names['tiny']],
    [getServer, names['on-volume']],
    [getServer, names['failed']],
    [novaFlavors.get, names['private']],
    [getImage, names['offered']],
    [networks.get, names['acme-net']],
    [getProject, names['acme-dev']],
    [hypervisors.get, (node.value as { id: string }[])[0]?.id],
    [volumes.get, (volume.value as { id: string }[])[0]?.id],
    [volumeSnapshots.get, names['saved']],
    [confirmTrait, 'CUSTOM_SSD'],
    [volumeTypes.get, names['vault']],
  ];
  const nothing = '11111111-1111-4111-8111-111111111111';
  for (const [read, id] of known) {
    await read(api, id!);
    await refused(read(api, nothing));
  }
  const key = { path: '/os-keypairs/recorded', needs: '2.10', query: { user_id: userId }, answer: z.unknown() };
  await refused(api.ask('compute', key));
  await offeredBy(api, nothing);
  await reservedOn(api, nothing);
  await refused(getUser(api, nothing));
  await refused(getDomain(api, nothing));
  // The documents that the pulse knocks for, over connections that the recorder does not hear.
  for (const service of ['compute', 'network', 'volume', 'identity', 'placement'] as const) await api.offers(service, '1.0');
  await refused(api.offers('image', '1.0'));
}

/** Runs the engine on the lab for a while. */
export async function tour(lab: Lab): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-record-'));
  const log = pino({ level: 'warn' });
  const store = await openStore({
    url: undefined,
    file: join(folder, 'gantry.db'),
    secretKey: randomBytes(32),
    kinds,
    log,
    owner: 'record',
  });
  const settings = openstack.settings.parse({ clouds_file: lab.cloudsFile, cloud: 'lab-admin' });
  const engine = await openstack.create(
    { id: 'cloud', store, log, owner: 'record', lease: 15_000, folder: tmpdir(), disk: createDisk(async () => 1e12) },
    settings,
  );
  await engine.start();
  try {
    while ((await store.read.countRows('cloud', 'node')) === 0 || (await store.read.countRows('cloud', 'server')) === 0) await sleep(200);
    await sleep(4000);
    const principals = await people(engine, lab);
    await singles(lab, store, principals.get('alice')!.userId);
    const { names } = lab;
    const alice = new Tourist(engine, store, principals.get('alice')!, names, projectOf(names, 'acme-prod'));
    const at = (name: string) =>
      new Tourist(engine, store, principals.get('admin')!, names, { type: 'project', projectId: names[name]!, domainId: 'default' });
    const admin = new Tourist(engine, store, principals.get('admin')!, names, { type: 'system' });
    await life(alice);
    await creations(alice);
    await actions(alice, admin, lab);
    // The mirror's own polls see last what has been deleted.
    await sleep(settings.poll.changes * 2000);
    await attachments(alice);
    await snapshots(alice);
    await ownVolumes(alice);
    await ownNetworks(alice, at('admin'));
    await routing(alice);
    await flavors(admin, alice);
  } finally {
    await engine.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
