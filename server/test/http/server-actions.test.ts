import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { isEmbedded } from '../../src/engines/embedded/index.ts';
import { anyDatabase } from '../support/databases.ts';
import { AT_ONCE, startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const servers = nouns.servers.calls;

interface Step {
  /** Name of the call. */
  verb: keyof typeof servers;
  body?: object;
  /** Where the server is at the end. */
  status: string;
  /** Newest entry of its history. */
  history: string;
  /** Only administrators of the system may. */
  operator?: true;
}

const tenant = (verb: Step['verb'], status: string, history: string, body?: object): Step => ({
  verb,
  status,
  history,
  ...(body && { body }),
});
const operator = (verb: Step['verb'], status: string, history: string, body: object): Step => ({
  verb,
  status,
  history,
  body,
  operator: true,
});

describe.each(anyDatabase)('what is done to servers, on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let system: Client;
  let flavors: Map<string, string>;
  let imageId: string;
  beforeAll(async () => {
    const timings = { ...AT_ONCE, grace: 3_600_000 };
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '1' }, embedded: { timings } });
    [lead, system] = [await app.as('acme-lead', 'acme-prod'), await app.as('admin', 'own')];
    flavors = new Map((await lead.call(nouns.flavors.calls.list)).data.map(({ name, id }) => [name, id]));
    imageId = (await lead.call(nouns.images.calls.list)).data.find(({ name }) => name === 'Debian 13')!.id;
  });
  afterAll(() => app.close());

  async function create(more: object): Promise<string> {
    const network = (await lead.call(nouns.networks.calls.list)).data.find(({ router_external }) => !router_external)!;
    const body = {
      name: 'acted',
      flavor_id: flavors.get('tiny')!,
      image_id: imageId,
      network_ids: [network.id],
      allow_live_resize: true,
      ...more,
    };
    const { task_id, id } = await lead.call(servers.create, { body });
    expect((await app.ended(lead, task_id)).state).toBe('success');
    return id!;
  }
  const read = (id: string) => system.call(servers.read, { params: { serverId: id } });
  const send = (client: Client, { verb, body }: Pick<Step, 'verb' | 'body'>, id: string) =>
    client.raw('POST', servers[verb].path.replace('{serverId}', id), body && { body });
  /** Carries out a step and waits for the end of its task. */
  async function take({ verb, body, operator: isOperator }: Pick<Step, 'verb' | 'body' | 'operator'>, id: string) {
    const client = isOperator ? system : lead;
    const reply = await send(client, { verb, ...(body && { body }) }, id);
    expect([verb, reply.status, reply.text.slice(0, 300)]).toEqual([verb, 202, expect.any(String)]);
    return app.ended(client, (reply.json as { task_id: string }).task_id);
  }

  const steps = (): Step[] => [
    tenant('pause', 'PAUSED', 'pause'),
    tenant('unpause', 'ACTIVE', 'unpause'),
    tenant('suspend', 'SUSPENDED', 'suspend'),
    tenant('resume', 'ACTIVE', 'resume'),
    tenant('shelve', 'SHELVED_OFFLOADED', 'shelve'),
    tenant('unshelve', 'ACTIVE', 'unshelve'),
    tenant('rescue', 'RESCUE', 'rescue', {}),
    tenant('unrescue', 'ACTIVE', 'unrescue'),
    tenant('rebuild', 'ACTIVE', 'rebuild', { image_id: imageId }),
    tenant('changePassword', 'ACTIVE', 'changePassword', { password: 'correct horse battery 9' }),
    tenant('createImage', 'ACTIVE', 'createImage', { name: 'acted-copy' }),
    tenant('liveResize', 'ACTIVE', 'resize', { flavor_id: flavors.get('small') }),
    tenant('reboot', 'ACTIVE', 'reboot', { type: 'SOFT' }),
    tenant('reboot', 'ACTIVE', 'reboot', { type: 'HARD' }),
    tenant('stop', 'SHUTOFF', 'stop'),
    tenant('start', 'ACTIVE', 'start'),
    tenant('powerOff', 'SHUTOFF', 'stop'),
    tenant('resize', 'VERIFY_RESIZE', 'resize', { flavor_id: flavors.get('medium') }),
    tenant('revertResize', 'SHUTOFF', 'revertResize'),
    tenant('resize', 'VERIFY_RESIZE', 'resize', { flavor_id: flavors.get('medium') }),
    tenant('confirmResize', 'SHUTOFF', 'confirmResize'),
    operator('migrate', 'VERIFY_RESIZE', 'migrate', {}),
    tenant('confirmResize', 'SHUTOFF', 'confirmResize'),
    tenant('start', 'ACTIVE', 'start'),
    operator('liveMigrate', 'ACTIVE', 'live-migration', {}),
    operator('resetState', 'ERROR', 'resetState', { state: 'error' }),
    operator('resetState', 'ACTIVE', 'resetState', { state: 'active' }),
    tenant('lock', 'ACTIVE', 'lock'),
    tenant('unlock', 'ACTIVE', 'unlock'),
  ];

  it('each action on a server is carried out to its end and written into the history', async () => {
    const serverId = await create({});
    for (const step of steps()) {
      const task = await take(step, serverId);
      expect([step.verb, task.state, task.error]).toEqual([step.verb, 'success', null]);
      const { status, task_state } = await read(serverId);
      expect([step.verb, status, task_state]).toEqual([step.verb, step.status, null]);
      const { data } = await lead.call(servers.events, { params: { serverId } });
      expect(data[0]).toMatchObject({ action: step.history, result: 'success', finished_at: expect.any(String) });
    }
    expect((await lead.call(nouns.images.calls.list)).data.find(({ name }) => name === 'acted-copy')).toMatchObject({ status: 'active' });
    expect((await read(serverId)).flavor.original_name).toBe('medium');
  });

  it('actions on servers are listed in the API reference with what they take, and the sub-paths answer [choice.server-subpaths]', async () => {
    const { paths } = (await lead.raw('GET', '/api/openapi.json')).json as {
      paths: Record<string, Record<string, { requestBody?: { required: boolean } }>>;
    };
    for (const { verb, body } of steps()) {
      const operation = paths[servers[verb].path]?.['post'];
      expect([verb, operation !== undefined, operation?.requestBody?.required === true]).toEqual([verb, true, body !== undefined]);
    }
    const serverId = await create({});
    for (const call of [servers.events, servers.log, servers.interfaces] satisfies Call[]) {
      expect(paths[call.path]?.['get'], call.path).toBeDefined();
      expect((await lead.reply(call, { params: { serverId } })).status, call.path).toBe(200);
    }
    const stat = await lead.raw('GET', servers.stat.path.replace('{serverId}', serverId));
    expect([stat.status, paths[servers.stat.path]?.['get'] !== undefined]).toEqual([200, true]);
    expect(paths[servers.console.path]).toBeDefined();
  });

  it('the statuses that a server had are listed in their order for who sees it, those who only read among them, and are unknown to all others', async () => {
    const serverId = await create({});
    for (const verb of ['pause', 'unpause', 'suspend'] as const) await take({ verb }, serverId);
    const input = { params: { serverId } };
    const viewer = await app.as('acme-viewer', 'acme-prod');
    const [own, ...others] = await Promise.all([lead, viewer, system].map((who) => who.call(servers.states, input)));
    expect(own!.data.map(({ status }) => status)).toEqual(['BUILD', 'ACTIVE', 'PAUSED', 'ACTIVE', 'SUSPENDED']);
    const times = own!.data.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(others).toEqual([own, own]);
    const stranger = await app.as('globex-member', 'globex-prod');
    expect(await stranger.refused(servers.states, input)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await lead.reply(servers.states, { ...input, query: { status: 'ACTIVE' } as never })).status).toBe(400);
    const [volume] = (await lead.call(nouns.volumes.calls.list, { query: { server: serverId } })).data;
    const disk = await lead.call(nouns.volumes.calls.states, { params: { volumeId: volume!.id } });
    expect(disk.data.at(-1)).toEqual({ status: 'in-use', at: expect.any(String) as string });
  });

  it('an action on a server is refused with the reason, and nothing happens', async () => {
    const id = await create({});
    const before = await read(id);
    const wrong: [Pick<Step, 'verb' | 'body'>, object, Client?][] = [
      [{ verb: 'start' }, { code: 'server_status', params: { status: 'ACTIVE', needed: 'SHUTOFF' } }],
      [{ verb: 'unpause' }, { code: 'server_status', params: { status: 'ACTIVE', needed: 'PAUSED' } }],
      [{ verb: 'unshelve' }, { code: 'server_status', params: { status: 'ACTIVE', needed: 'SHELVED, SHELVED_OFFLOADED' } }],
      [
        { verb: 'resize', body: { flavor_id: flavors.get('large') } },
        { code: 'server_status', params: { status: 'ACTIVE', needed: 'SHUTOFF' } },
      ],
      [{ verb: 'unlock' }, { code: 'server_not_locked' }],
      [{ verb: 'evacuate', body: {} }, { code: 'server_host_up' }, system],
    ];
    for (const [step, reason, client = lead] of wrong) {
      const reply = await send(client, step, id);
      expect(reply.status).toBe(409);
      expect((reply.json as { error: { data: object } }).error).toMatchObject({ err_code: 'state_conflict', data: { reason } });
    }
    expect(await read(id)).toEqual(before);
    for (const verb of ['migrate', 'liveMigrate', 'stopMigrate', 'forceMigrate', 'evacuate', 'resetState'] as const)
      expect((await send(lead, { verb, body: verb === 'resetState' ? { state: 'error' } : {} }, id)).status).toBe(403);
  });

  it('an action on a server says at which field a value is wrong', async () => {
    const id = await create({ flavor_id: flavors.get('small') });
    const { host } = await read(id);
    const wrong: [Pick<Step, 'verb' | 'body'>, string, string, Client?][] = [
      [
        { verb: 'liveResize', body: { flavor_id: flavors.get('tiny') } },
        'flavor_id',
        'The disk of this flavor is too small. The virtual machine has 10 GiB.',
      ],
      [{ verb: 'liveMigrate', body: { node_id: host } }, 'node_id', 'The virtual machine is already on this node.', system],
      [
        { verb: 'liveMigrate', body: { node_id: 'nobody-has-this' } },
        'node_id',
        'This object does not exist, or you do not have access to it.',
        system,
      ],
      [
        { verb: 'changePassword', body: { password: 'short' } },
        'password',
        'Enter at least 16 characters with a letter and a digit, or 12 characters with an uppercase letter, a lowercase letter, a digit and a special character.',
      ],
    ];
    for (const [step, field, text, client = lead] of wrong) {
      const reply = await send(client, step, id);
      expect([reply.status, (reply.json as { error: { fields: object } }).error.fields]).toEqual([400, { [field]: [text] }]);
    }
  });

  it.each([
    ['stopMigrate', 'live_migration_cancel', 'failed'],
    ['forceMigrate', 'live_migration_force_complete', 'success'],
  ] as const)('ends a live migration that goes on for ever by %s, and tells both tasks the truth', async (verb, history, outcome) => {
    const serverId = await create({ metadata: { 'gantry.fault': 'liveMigrate:stuck' } });
    const { host } = await read(serverId);
    const refusal = (await send(system, { verb }, serverId)).json as { error: { data: object } };
    expect(refusal.error.data).toMatchObject({ reason: { code: 'server_not_migrating' } });
    const moving = await system.call(servers.liveMigrate, { params: { serverId }, body: {} });
    expect((await take({ verb, operator: true }, serverId)).state).toBe('success');
    expect((await app.ended(system, moving.task_id)).state).toBe(outcome);
    const arrived = await read(serverId);
    expect(arrived).toMatchObject({ status: 'ACTIVE', task_state: null });
    expect(arrived.host === host).toBe(verb === 'stopMigrate');
    const { data } = await lead.call(servers.events, { params: { serverId } });
    expect(data.slice(0, 2).map(({ action }) => action)).toEqual([history, 'live-migration']);
  });

  it('powering off ends a shutdown that is waited for, and tells both tasks the truth', async () => {
    const id = await create({ metadata: { 'gantry.guest': 'stubborn' } });
    const stopping = await lead.call(servers.stop, { params: { serverId: id } });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', task_state: 'powering-off' });
    expect((await take({ verb: 'powerOff' }, id)).state).toBe('success');
    const stopped = await app.ended(lead, stopping.task_id);
    expect([stopped.state, stopped.error?.detail]).toEqual(['failed', 'stop was given up: powerOff took its place']);
    expect(await read(id)).toMatchObject({ status: 'SHUTOFF', task_state: null });
  });

  it('calling a shutdown off ends its task as cancelled, and the server runs on', async () => {
    const id = await create({ metadata: { 'gantry.guest': 'stubborn' } });
    const stopping = await lead.call(servers.stop, { params: { serverId: id }, body: { timeout: -1 } });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', task_state: 'powering-off' });
    expect((await take({ verb: 'cancelStop' }, id)).state).toBe('success');
    expect(await app.ended(lead, stopping.task_id)).toMatchObject({ state: 'cancelled', error: null, kwargs: { timeout: -1 } });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', task_state: null });
    const refused = await lead.refused(servers.cancelStop, { params: { serverId: id } });
    expect(refused).toMatchObject({ status: 409, code: 'state_conflict' });
  });

  it('a reset of the state frees a server that is stuck, and ends the task that waited', async () => {
    const id = await create({ metadata: { 'gantry.fault': 'pause:stuck' } });
    const pausing = await lead.call(servers.pause, { params: { serverId: id } });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', task_state: 'pausing' });
    expect((await take({ verb: 'resetState', body: { state: 'active' }, operator: true }, id)).state).toBe('success');
    expect(await app.ended(lead, pausing.task_id)).toMatchObject({
      state: 'failed',
      error: { detail: 'pause was given up: the state was reset' },
    });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', task_state: null });
  });

  it('an evacuation brings a server of a node that is down up on another node', async () => {
    const engine = app.app.engines.find(isEmbedded)!;
    const id = await create({});
    const { host } = await read(id);
    await engine.setNodeDown(host!, true);
    expect((await read(id)).host_status).toBe('DOWN');
    expect((await lead.call(servers.read, { params: { serverId: id } })).host_status).toBeNull();
    expect((await take({ verb: 'evacuate', body: {}, operator: true }, id)).state).toBe('success');
    const after = await read(id);
    expect(after).toMatchObject({ status: 'ACTIVE', host_status: 'UP' });
    expect(after.host).not.toBe(host);
    await engine.setNodeDown(host!, false);
  });

  it('actions in bulk are done to several servers as one task', async () => {
    const ids = [await create({ name: 'one' }), await create({ name: 'two' })];
    for (const [call, status] of [
      [servers.bulkSuspend, 'SUSPENDED'],
      [servers.bulkResume, 'ACTIVE'],
      [servers.bulkReboot, 'ACTIVE'],
      [servers.bulkStop, 'SHUTOFF'],
      [servers.bulkStart, 'ACTIVE'],
      [servers.bulkShelve, 'SHELVED_OFFLOADED'],
      [servers.bulkUnshelve, 'ACTIVE'],
      [servers.bulkPowerOff, 'SHUTOFF'],
      [servers.bulkMigrate, 'VERIFY_RESIZE'],
    ] as const) {
      const client = call === servers.bulkMigrate ? system : lead;
      const { task_id } = await client.call(call, { body: { ids } });
      expect((await app.ended(client, task_id)).state, call.id).toBe('success');
      for (const id of ids) expect((await read(id)).status, call.id).toBe(status);
    }
  });

  it('stopping several servers gives each guest the time limit that was asked for, and takes no odd limit', async () => {
    const metadata = { 'gantry.guest': 'stubborn' };
    const ids = [await create({ name: 'one', metadata }), await create({ name: 'two', metadata })];
    const wrong = await lead.refused(servers.bulkStop, { body: { ids, timeout: 0 } });
    expect(wrong.body.error.fields).toHaveProperty('timeout');
    const { task_id } = await lead.call(servers.bulkStop, { body: { ids, timeout: 1 } });
    expect(await app.ended(lead, task_id)).toMatchObject({ state: 'success', kwargs: { ids, timeout: 1 } });
    for (const serverId of ids) {
      expect((await read(serverId)).status).toBe('SHUTOFF');
      const [last] = (await lead.call(servers.events, { params: { serverId } })).data;
      expect(last).toMatchObject({ action: 'stop', message: 'the guest did not react within 1 s: its power was cut' });
    }
  });
});
