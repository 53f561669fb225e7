/** All that is recorded: each question the engine asks, and what a cloud says no to. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { kinds } from '@gantry/contract';
import type { Scope } from '@gantry/contract/access/roles';
import { openstack } from '../../../../src/engines/openstack/index.ts';
import { Api } from '../../../../src/engines/openstack/client/api.ts';
import { getVolume } from '../../../../src/engines/openstack/client/cinder.ts';
import { readCloud } from '../../../../src/engines/openstack/client/clouds.ts';
import { getImage } from '../../../../src/engines/openstack/client/glance.ts';
import { getDomain, getProject, getUser } from '../../../../src/engines/openstack/client/keystone.ts';
import { getNetwork } from '../../../../src/engines/openstack/client/neutron.ts';
import { getFlavor, getHypervisor, getServer } from '../../../../src/engines/openstack/client/nova.ts';
import { ServiceAccount } from '../../../../src/engines/openstack/client/tokens.ts';
import type { Engine, Principal } from '../../../../src/engines/engine.ts';
import { PUBLIC_KEY } from '../../../support/app.ts';
import { openStore } from '../../../../src/store/open.ts';
import type { Store } from '../../../../src/store/port.ts';
import type { Lab } from './lab.ts';

/** Swallows the refusals that are the purpose. */
async function refused(work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => 'accepted',
    () => 'refused',
  );
  if (outcome === 'accepted') throw new Error('the cloud accepted what it was meant to refuse');
}

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
  const project = (name: string) => ({ type: 'project', projectId: names[name]!, domainId: names['acme']! }) as const;
  await identity.enter(result.get('carol')!, domain);
  await identity.enter(result.get('admin')!, { type: 'system' });
  for (const user of ['alice', 'bob', 'carol'])
    for (const name of ['acme-prod', 'acme-dev']) await identity.enter(result.get(user)!, project(name));
  return result;
}

async function commands(engine: Engine, store: Store, { names }: Lab, alice: Principal): Promise<void> {
  const asking = async (projectName: string) => {
    const scope = { type: 'project', projectId: names[projectName]!, domainId: names['acme']! } as const;
    const { credential } = await engine.identity!.enter(alice, scope);
    return {
      taskId: 'recorded-task',
      actor: { userId: alice.userId, userName: 'alice', domainId: names['acme']!, scope, sessionHash: null, scopeTokenHash: null },
      credential,
      store,
      log: pino({ level: 'silent' }),
      requestId: '00000000-0000-4000-8000-000000000000',
      signal: AbortSignal.timeout(120_000),
      progress: () => undefined,
    };
  };
  const body = (rest: object = {}) =>
    ({ name: 'made', flavor_id: names['m1.tiny'], image_id: names['lab-tiny'], network_ids: [names['acme-net']], ...rest }) as never;
  const row = (name: string) => store.read.get({ engine: engine.id, kind: 'server', id: names[name]! }).then((found) => found ?? null);
  const run = async (name: string, target: string | null, input: never = {} as never) => {
    const context = await asking('acme-prod');
    const command = engine.commands[name]!;
    const accepted = await command.accept(context, target === null ? null : await row(target), input);
    await command.settle?.(context, accepted, input);
    return accepted;
  };
  const key = { name: 'recorded', public_key: PUBLIC_KEY } as never;
  const keyPair = engine.commands['key_pair.create']!;
  const { id: keyId } = await keyPair.accept(await asking('acme-prod'), null, key);
  await refused(keyPair.accept(await asking('acme-prod'), null, key));
  await refused(keyPair.accept(await asking('acme-prod'), null, { name: 'bad', public_key: 'ssh-rsa AAAA' } as never));
  const keyRow = await store.read.get({ engine: engine.id, kind: 'key_pair', id: keyId });
  await engine.commands['key_pair.delete']!.accept(await asking('acme-prod'), keyRow ?? null, {} as never);
  await refused(engine.commands['server.create']!.accept(await asking('acme-dev'), null, body({ network_ids: [names['shared']] })));
  await refused(run('server.start', 'tiny'));
  const { id } = await run('server.create', null, body());
  names['made'] = id;
  await run('server.update', 'made', { name: 'renamed' } as never);
  await run('server.stop', 'made');
  await run('server.start', 'made');
  await run('server.reboot', 'made', { type: 'SOFT' } as never);
  const context = await asking('acme-prod');
  const made = (await row('made'))!;
  await engine.live['server.events']!(context, made, {});
  await engine.live['server.log']!(context, made, {});
  const project = (await store.read.get({ engine: engine.id, kind: 'project', id: names['acme-prod']! }))!;
  await engine.live['quota.read']!(context, project, { usage: true });
  await run('server.delete', 'made');
}

/** One thing of each kind by itself, and one that does not exist: what re-reads and confirmations ask. */
async function singles({ cloudsFile, names }: Lab, store: Store): Promise<void> {
  const { authUrl, auth } = await readCloud(cloudsFile, 'lab-admin');
  const timeLimit = 20_000;
  const account = new ServiceAccount({ authUrl, timeLimit }, auth);
  const api = new Api({ account, authUrl, region: undefined, interface: 'public', timeLimit, witness: () => undefined });
  const node = await store.read.sweep('cloud', 'node')[Symbol.asyncIterator]().next();
  const volume = await store.read.sweep('cloud', 'volume')[Symbol.asyncIterator]().next();
  const known: [(api: Api, id: string) => Promise<unknown>, string | undefined][] = [
    [getServer, names['tiny']],
    [getServer, names['on-volume']],
    [getServer, names['failed']],
    [getFlavor, names['private']],
    [getImage, names['offered']],
    [getNetwork, names['acme-net']],
    [getProject, names['acme-dev']],
    [getHypervisor, (node.value as { id: string }[])[0]?.id],
    [getVolume, (volume.value as { id: string }[])[0]?.id],
  ];
  const nothing = '11111111-1111-4111-8111-111111111111';
  for (const [read, id] of known) {
    await read(api, id!);
    await refused(read(api, nothing));
  }
  await refused(getUser(api, nothing));
  await refused(getDomain(api, nothing));
  for (const service of ['compute', 'image', 'network', 'volume', 'identity'] as const) await api.probe(service, timeLimit);
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
  const engine = await openstack.create({ id: 'cloud', store, log, owner: 'record', lease: 15_000 }, settings);
  await engine.start();
  try {
    while ((await store.read.countRows('cloud', 'node')) === 0 || (await store.read.countRows('cloud', 'server')) === 0) await sleep(200);
    await sleep(4000);
    const principals = await people(engine, lab);
    await singles(lab, store);
    await commands(engine, store, lab, principals.get('alice')!);
  } finally {
    await engine.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
