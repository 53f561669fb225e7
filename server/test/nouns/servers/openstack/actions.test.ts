/** What is done to a server: what the cloud is asked, in the recorded words of a real one, and what is made of its yes and its no. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNamed, type CommandContext } from '../../../../src/port/engine.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench, forOneTest } from '../../../engines/openstack/support/bench.ts';
import type { Asked, Told } from '../../../../../fakes/openstack/listener.ts';

const NOTHING = '11111111-1111-4111-8111-111111111111';
const GONE: Told = { status: 404, answer: { itemNotFound: { code: 404, message: 'Instance could not be found.' } } };

let bench: Bench;
let alice: CommandContext;
let admin: CommandContext;

beforeAll(async () => {
  bench = await (await Bench.open()).mirrored();
  const signal = new AbortController().signal;
  alice = { ...(await bench.asking('alice')), signal };
  admin = { ...(await bench.operating()), signal };
});
afterAll(() => bench.close());

const on = forOneTest(() => bench);
const id = (name: string) => bench.cloud.id(name);
const command = (verb: string) => commandNamed(bench.engine, `server.${verb}`)!;

/** The server that all of it was done to, as far as commands look at it. */
const acting = (document: Row['document'] = { image: {}, host: 'here' }, name = 'acting'): Row => ({
  engine: 'cloud',
  kind: 'server',
  id: id(name),
  domainId: id('acme'),
  projectId: id('acme-prod'),
  userId: null,
  document,
  schemaVersion: 1,
  revision: 1,
  createdAt: '',
  updatedAt: '',
});

const single = (name = 'acting') => new RegExp(`^/compute/v2\\.1/servers/${id(name)}$`);
const recordedServer = () => bench.cloud.recorded<{ server: Record<string, unknown> }>('GET', single()).server;
/** The server is like this from now on. */
const serverIs = (members: object) => on('GET', single(), () => ({ answer: { server: { ...recordedServer(), ...members } } }));
const RESTING = { 'OS-EXT-STS:task_state': null };

/** The history says this of whatever action is asked for. */
const historySays = (instanceAction: object) => on('GET', /os-instance-actions\/req-/, () => ({ answer: { instanceAction } }));
const step = (result: string | null, details: string | null = null) => ({
  event: 'compute_step',
  start_time: '2026-11-21T08:00:00.000000',
  finish_time: result === null ? null : '2026-11-21T08:00:01.000000',
  result,
  details,
});
const action = (name: string, ...events: object[]) => ({
  action: name,
  request_id: 'req-1',
  user_id: 'u',
  start_time: '2026-11-21T08:00:00.000000',
  message: events.some((event) => 'result' in event && event.result === 'Error') ? 'Error' : null,
  events,
});

const settled = (verb: string, context: CommandContext, memo?: unknown) =>
  command(verb).settle!(context, { id: id('acting'), requestId: 'req-1', memo }, {} as never);

/** Calls as they were recorded: another body, version or user would not be answered. */
type Call = [verb: string, body: () => object, sent: () => object, version?: string];
const ASKED: Call[] = [
  ['pause', () => ({}), () => ({ pause: null })],
  ['unpause', () => ({}), () => ({ unpause: null })],
  ['suspend', () => ({}), () => ({ suspend: null })],
  ['resume', () => ({}), () => ({ resume: null })],
  ['shelve', () => ({}), () => ({ shelve: null })],
  ['unshelve', () => ({}), () => ({ unshelve: null })],
  ['rescue', () => ({}), () => ({ rescue: {} })],
  ['rescue', () => ({ image_id: id('lab-tiny') }), () => ({ rescue: { rescue_image_ref: id('lab-tiny') } })],
  ['unrescue', () => ({}), () => ({ unrescue: null })],
  ['rebuild', () => ({ image_id: id('lab-tiny') }), () => ({ rebuild: { imageRef: id('lab-tiny') } })],
  ['resize', () => ({ flavor_id: id('m1.small') }), () => ({ resize: { flavorRef: id('m1.small') } })],
  ['confirmResize', () => ({}), () => ({ confirmResize: null })],
  ['revertResize', () => ({}), () => ({ revertResize: null })],
  ['lock', () => ({}), () => ({ lock: null })],
  ['unlock', () => ({}), () => ({ unlock: null })],
];
const OPERATED: Call[] = [
  ['liveMigrate', () => ({}), () => ({ 'os-migrateLive': { host: null, block_migration: 'auto' } }), '2.30'],
  ['migrate', () => ({}), () => ({ migrate: null })],
  ['evacuate', () => ({}), () => ({ evacuate: {} }), '2.29'],
  ['lock', () => ({}), () => ({ lock: null })],
  ['resetState', () => ({ state: 'error' }), () => ({ 'os-resetState': { state: 'error' } })],
];

const by = (who: 'alice' | 'admin', [verb, body, sent, version]: Call) => ({ who, verb, body, sent, version });

describe('a command', () => {
  const cases = [...ASKED.map((call) => by('alice', call)), ...OPERATED.map((call) => by('admin', call))];
  it.each(cases)(
    'a command of $who asks for $verb in the words of the cloud, with the user’s own token',
    async ({ who, verb, body, sent, version }) => {
      const accepted = await command(verb).accept(who === 'alice' ? alice : admin, acting(), body() as never);
      expect(accepted).toMatchObject({ id: id('acting'), requestId: expect.stringMatching(/^req-/) });
      const asked = bench.cloud.asked.findLast(({ method, path }) => method === 'POST' && path.endsWith('/action'))!;
      expect(asked).toMatchObject({ sent: sent(), version: version ? `compute ${version}` : null });
      expect(asked.as).toMatch(who === 'alice' ? /^alice@project:/ : /^admin@/);
      expect((await bench.document('server', 'acting'))['id']).toBe(id('acting'));
    },
  );

  it('moves a server to the chosen node by the name of the node', async () => {
    on('POST', /\/action$/, () => ({ status: 202, answer: null }));
    const move = { node_id: id('compute-1') } as never;
    const sent = async (verb: string) => {
      await command(verb).accept(admin, acting(), move);
      const { sent: body, version } = bench.cloud.asked.findLast(({ method }) => method === 'POST')!;
      return { body, version };
    };
    expect(await sent('migrate')).toEqual({ body: { migrate: { host: 'compute-1' } }, version: 'compute 2.56' });
    expect(await sent('evacuate')).toEqual({ body: { evacuate: { host: 'compute-1' } }, version: 'compute 2.29' });
    expect(await sent('liveMigrate')).toMatchObject({ body: { 'os-migrateLive': { host: 'compute-1', block_migration: 'auto' } } });
    await expect(command('migrate').accept(admin, acting(), { node_id: NOTHING } as never)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { node_id: [{ code: 'unknown_id' }] },
    });
  });

  it('rescue and rebuild need newer versions of the cloud for servers that boot from a volume', async () => {
    on('POST', /\/action$/, () => ({ status: 202, answer: null }));
    for (const [verb, version] of [
      ['rescue', '2.87'],
      ['rebuild', '2.93'],
    ] as const) {
      await command(verb).accept(alice, acting({ boots_from_volume: true }), { image_id: id('lab-tiny') } as never);
      expect(bench.cloud.asked.findLast(({ method }) => method === 'POST')?.version).toBe(`compute ${version}`);
    }
  });

  it.each([
    ['rebuild', 'is larger than the boot disk', { virtual_size: 2 ** 40 }, { code: 'image_too_large', params: { disk: 1024 } }],
    ['rebuild', 'needs more memory', { min_ram: 513 }, { code: 'flavor_too_small', params: { ram: 513 } }],
    ['rebuild', 'is out of use', { status: 'deactivated' }, { code: 'image_not_active' }],
    ['rescue', 'needs more memory', { min_ram: 513 }, { code: 'flavor_too_small', params: { ram: 513 } }],
    ['rescue', 'is out of use', { status: 'deactivated' }, { code: 'image_not_active' }],
  ])('a %s with an image that %s is refused before the cloud is asked', async (verb, _what, change, problem) => {
    const row = (await bench.row('image', 'lab-tiny'))!;
    const imageIs = (document: Row['document']) =>
      bench.store.transaction((writer) => writer.put({ ...row, shares: [{ target: 'public', state: 'accepted' }], document }));
    await imageIs({ ...row.document, ...change });
    const before = bench.cloud.count('POST', /\/action$/);
    const server = acting({ flavor: { disk: 1, ram: 512 } });
    const [outcome] = await Promise.allSettled([command(verb).accept(alice, server, { image_id: id('lab-tiny') } as never)]);
    await imageIs(row.document);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'validation_failed', fields: { image_id: [problem] } } });
    expect(bench.cloud.count('POST', /\/action$/)).toBe(before);
  });

  it.each([
    ['it has', { id: 'm1.small', disk: 1 }, 'm1.small', { code: 'flavor_same' }],
    ['with a smaller disk', { id: 'm1.tiny', disk: 999 }, 'm1.small', { code: 'flavor_disk_smaller', params: { disk: 999 } }],
  ])('a resize to the flavor %s is refused before the cloud is asked', async (_what, { id: now, disk }, wanted, problem) => {
    const before = bench.cloud.count('POST', /\/action$/);
    const server = acting({ flavor: { id: id(now), disk }, image: { id: id('lab-tiny') } });
    await expect(command('resize').accept(alice, server, { flavor_id: id(wanted) } as never)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { flavor_id: [problem] },
    });
    expect(bench.cloud.count('POST', /\/action$/)).toBe(before);
  });

  it('server commands are there for all that the compute service can do, and for nothing else', () => {
    expect(bench.engine.commands).not.toHaveProperty(['server.powerOff']);
    expect(bench.engine.commands).not.toHaveProperty(['server.liveResize']);
    for (const verb of [...ASKED, ...OPERATED].map(([name]) => name)) expect(bench.engine.commands).toHaveProperty([`server.${verb}`]);
  });

  it('a command of a reader is refused before the cloud is asked', async () => {
    const bob = await bench.asking('bob');
    const before = bench.cloud.count('POST', /\/action$/);
    for (const [verb, body] of [...ASKED, ...OPERATED])
      await expect(command(verb).accept(bob, acting(), body() as never), verb).rejects.toMatchObject({ code: 'forbidden' });
    await expect(command('createImage').accept(bob, acting(), { name: 'x' } as never)).rejects.toMatchObject({ code: 'forbidden' });
    expect(bench.cloud.count('POST', /\/action$/)).toBe(before);
  });
});

/** As the cloud refused this body when it was not the time for it. */
function recordedNo({ path, sent }: Asked): Told {
  const { exchanges } = bench.cloud.recording;
  const no = exchanges.find((one) => one.status >= 400 && one.path === path && JSON.stringify(one.sent) === JSON.stringify(sent));
  if (!no) throw new Error(`never refused: ${JSON.stringify(sent)}`);
  return { status: no.status, answer: no.answer };
}

describe('the recorded no of a real cloud', () => {
  it.each<[string, string, () => object, string, RegExp]>([
    ['alice', 'unpause', () => ({}), 'state_conflict', /^Cannot 'unpause' instance .* while it is in vm_state active$/],
    ['alice', 'start', () => ({}), 'state_conflict', /is locked$/],
    ['alice', 'rescue', () => ({ image_id: NOTHING }), 'engine_refused', /^Requested rescue image .* is not supported$/],
    ['alice', 'rebuild', () => ({ image_id: NOTHING }), 'engine_refused', /^Cannot find image for rebuild$/],
    ['alice', 'resize', () => ({ flavor_id: id('m1.tiny') }), 'engine_refused', /^When resizing, instances must change flavor!$/],
    ['alice', 'migrate', () => ({}), 'forbidden', /^Policy doesn't allow .*migrate to be performed\.$/],
    ['admin', 'evacuate', () => ({}), 'engine_refused', /^Compute service of .* is still in use\.$/],
  ])('the cloud’s refusal to %s asking for %s is told in its words', async (who, verb, body, code, words) => {
    on('POST', /\/action$/, recordedNo);
    await expect(command(verb).accept(who === 'alice' ? alice : admin, acting(), body() as never)).rejects.toMatchObject({
      code,
      detail: expect.stringMatching(words),
      requestId: expect.stringMatching(/^req-/),
    });
  });

  it('a refusal of too many metadata is a quota that is exceeded', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`k${index}`, 'v']));
    await expect(command('update').accept(alice, acting(), { metadata } as never)).rejects.toMatchObject({
      code: 'quota_exceeded',
      params: { resource: 'metadata items' },
    });
  });

  it('the cloud’s refusal for a server that is gone is not_found', async () => {
    on('POST', /\/action$/, () => GONE);
    await expect(command('pause').accept(alice, acting(), {} as never)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the end of a command', () => {
  it('a command fails by what only the history knows: administrators read why, others what it means', async () => {
    const noHost = 'No valid host was found. No valid host found for resize';
    serverIs({ ...RESTING, status: 'SHUTOFF' });
    historySays(action('resize', step('Error', noHost), step('Error', noHost)));
    await expect(settled('resize', alice)).rejects.toMatchObject({ code: 'no_capacity', detail: 'resize: Error', requestId: 'req-1' });
    await expect(settled('resize', admin)).rejects.toMatchObject({ code: 'no_capacity', detail: expect.stringMatching(/^No valid host/) });
  });

  it('a command has not ended while a step of it runs', async () => {
    serverIs({ ...RESTING, status: 'ACTIVE' });
    let looks = 0;
    on('GET', /os-instance-actions\/req-/, () => ({
      answer: { instanceAction: action('changePassword', step(++looks > 1 ? 'Success' : null)) },
    }));
    await settled('changePassword', alice);
    expect(looks).toBe(2);
  });

  it('a change of password that the guest did not take fails, although the server is as before', async () => {
    serverIs({ ...RESTING, status: 'ACTIVE' });
    historySays(action('changePassword', step('Error', 'Failed to set admin password')));
    await expect(settled('changePassword', alice)).rejects.toMatchObject({ code: 'engine_refused', detail: 'changePassword: Error' });
  });

  it('a live migration ends when the server is on another node', async () => {
    let looks = 0;
    on('GET', single(), () => ({
      answer: { server: { ...recordedServer(), ...RESTING, status: 'ACTIVE', 'OS-EXT-SRV-ATTR:host': ++looks > 1 ? 'there' : 'here' } },
    }));
    historySays(action('live-migration', step('Success')));
    await settled('liveMigrate', admin, { host: 'here' });
    expect(looks).toBeGreaterThan(1);
    expect(await bench.document('server', 'acting')).toMatchObject({ host: 'there' });
  });

  it.each(['SHELVED', 'SHELVED_OFFLOADED'])('shelving ends in %s, as the cloud’s operators have decided', async (status) => {
    serverIs({ ...RESTING, status });
    await settled('shelve', alice);
    expect(await bench.document('server', 'acting')).toMatchObject({ status });
  });

  it('the rebuild of a stopped server ends with a stopped server', async () => {
    serverIs({ ...RESTING, status: 'SHUTOFF' });
    historySays(action('rebuild', step('Success')));
    await settled('rebuild', alice);
    expect(await bench.document('server', 'acting')).toMatchObject({ status: 'SHUTOFF', task_state: null });
  });
});

describe('an image of a server', () => {
  const image = () => new RegExp(`^/image/v2/images/${id('snapshot')}$`);
  const known = () => bench.cloud.recorded<Record<string, unknown>>('GET', image());
  const imageIs = (status: string) => on('GET', image(), () => ({ answer: { ...known(), status } }));
  const memo = () => ({ imageId: id('snapshot') });

  it('an image of a server is shown at once, marked with its task', async () => {
    const accepted = await command('createImage').accept(alice, acting(), { name: 'snapshot' } as never);
    const report = { image_id: id('snapshot') };
    expect(accepted).toMatchObject({ id: id('acting'), memo: memo(), report, requestId: expect.stringMatching(/^req-/) });
    expect(bench.cloud.asked.findLast(({ method }) => method === 'POST')).toMatchObject({
      version: 'compute 2.45',
      sent: { createImage: { name: 'snapshot', metadata: { gantry_task: 'recorded-task' } } },
    });
    expect(await bench.document('image', 'snapshot')).toMatchObject({ name: 'snapshot', status: known()['status'] });
  });

  it('an image of a server is done when it can be used', async () => {
    serverIs({ ...RESTING, status: 'ACTIVE' });
    historySays(action('createImage', step('Success')));
    imageIs('active');
    await settled('createImage', alice, memo());
    expect(await bench.document('image', 'snapshot')).toMatchObject({ status: 'active' });
  });

  it.each([
    ['killed', () => imageIs('killed')],
    ['gone', () => on('GET', image(), () => GONE)],
  ])('an image of a server has failed when it is %s', async (status, happens) => {
    serverIs({ ...RESTING, status: 'ACTIVE' });
    historySays(action('createImage', step('Success')));
    happens();
    await expect(settled('createImage', alice, memo())).rejects.toMatchObject({
      code: 'engine_refused',
      detail: `the image is ${status}`,
      requestId: 'req-1',
    });
  });

  it('an image of a server is found again by its mark after a crash', async () => {
    const taken = { ...action('createImage'), user_id: alice.actor.userId, start_time: new Date().toISOString().slice(0, -1) };
    on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: [taken] } }));
    on('GET', /^\/image\/v2\/images\?gantry_task=recorded-task&/, () => ({ answer: { images: [known()] } }));
    const recover = command('createImage').recover!;
    expect(await recover(alice, id('acting'), { name: 'snapshot' } as never)).toEqual({
      id: id('acting'),
      requestId: 'req-1',
      memo: memo(),
      report: { image_id: id('snapshot') },
    });
    on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: [] } }));
    expect(await recover(alice, id('acting'), { name: 'snapshot' } as never)).toBeUndefined();
  });
});

describe('after a crash', () => {
  const REMEMBERED =
    'pause unpause suspend resume shelve unshelve rescue unrescue rebuild changePassword resize confirmResize revertResize migrate liveMigrate';
  it.each([...REMEMBERED.split(' '), 'evacuate'])('%s is known by the server’s history after a crash', async (verb) => {
    const name = verb === 'liveMigrate' ? 'live-migration' : verb;
    const taken = { ...action(name), user_id: alice.actor.userId, start_time: new Date().toISOString().slice(0, -1) };
    on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: [taken] } }));
    expect(await command(verb).recover!(alice, id('acting'), {} as never)).toEqual({ id: id('acting'), requestId: 'req-1' });
    on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: [{ ...taken, action: 'reboot' }] } }));
    expect(await command(verb).recover!(alice, id('acting'), {} as never)).toBeUndefined();
  });

  it.each(['lock', 'unlock', 'resetState', 'update'])('%s is requested again after a crash', (verb) => {
    expect(command(verb).recover).toBeUndefined();
  });
});

describe('metadata', () => {
  it('metadata are replaced except for the mark of the server’s task, which is never shown', async () => {
    serverIs({ metadata: { purpose: 'old', gantry_task: 'made-by' } });
    on('PUT', /\/metadata$/, ({ sent }) => ({ answer: sent }));
    await command('update').accept(alice, acting(), { metadata: { owner: 'me', gantry_task: 'forged' } } as never);
    const asked = bench.cloud.asked.findLast(({ method }) => method === 'PUT')!;
    expect(asked.sent).toEqual({ metadata: { owner: 'me', gantry_task: 'made-by' } });
    expect((await bench.document('server', 'acting'))['metadata']).toEqual({ purpose: 'old' });
  });
});
