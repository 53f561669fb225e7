import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isEmbedded } from '../../src/engines/embedded/index.ts';
import { anyDatabase } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { taskElsewhere } from '../support/task-elsewhere.ts';

const servers = nouns.servers.calls;

describe.each(anyDatabase)('commands on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let pool: Server[];
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '12' } });
    lead = await app.as('acme-lead', 'acme-prod');
    pool = (await lead.call(servers.list, { query: { limit: 100, status: 'ACTIVE' } })).data;
  });
  afterAll(() => app.close());

  const next = (): string => pool.pop()!.id;
  const read = (serverId: string) => lead.call(servers.read, { params: { serverId } });

  it('commands become tasks that are listed with their state and fields [task.fields, api.tasks, task.states]', async () => {
    const serverId = next();
    const { task_id, id } = await lead.call(servers.stop, { params: { serverId } });
    expect(id).toBe(serverId);
    const reply = await lead.raw('GET', `/api/v2/tasks?item=${serverId}`);
    const [task] = (reply.json as { data: Record<string, unknown>[] }).data;
    expect(task).toMatchObject({ task_id, name: 'server.stop', entity: 'server' });
    expect(Object.keys(task!)).toEqual(
      expect.arrayContaining('task_id name state args kwargs error result event progress flow'.split(' ')),
    );
    const printed = ['starting', 'running', 'cancelling', 'paused', 'scheduled', 'success', 'failed', 'cancelled', 'aborted'];
    expect(printed).toContain(task!['state']);
    expect((await app.ended(lead, task_id)).state).toBe('success');
    expect((await read(serverId)).status).toBe('SHUTOFF');
    const states = (await lead.call(nouns.tasks.calls.list, { query: { limit: 100 } })).data.map(({ state }) => state);
    expect(states).toContain('success');
    for (const state of states) expect(printed).toContain(state);
  });

  it('commands are refused by the state rule with its reason, and nothing happens', async () => {
    const serverId = next();
    const refused = await lead.refused(servers.start, { params: { serverId } });
    expect([refused.status, refused.code]).toEqual([409, 'state_conflict']);
    expect(refused.body.error.data?.reason).toEqual({ code: 'server_status', params: { status: 'ACTIVE', needed: 'SHUTOFF' } });
    expect(await read(serverId)).toMatchObject({ status: 'ACTIVE', task_state: null });
    expect((await lead.call(nouns.tasks.calls.list, { query: { item: serverId } })).data).toEqual([]);
  });

  it('commands are refused where no project is chosen', async () => {
    const body = { name: 'x', flavor_id: 'f', image_id: 'i', network_ids: ['n'] };
    for (const [user, scope] of [
      ['admin', 'own'],
      ['acme-admin', 'own'],
      ['acme-lead', 'none'],
    ] as const)
      expect((await (await app.as(user, scope)).refused(servers.create, { body })).code, user).toBe('project_scope_required');
    const domain = await app.as('acme-admin', 'own');
    expect((await domain.refused(servers.stop, { params: { serverId: pool[0]!.id } })).code).toBe('forbidden');
    expect((await domain.call(servers.read, { params: { serverId: pool[0]!.id } })).id).toBe(pool[0]!.id);
  });

  it('commands in bulk are one task with a result per item, in which a foreign id is an unknown one', async () => {
    const [one, two] = [next(), next()];
    await lead.call(servers.stop, { params: { serverId: two } }).then(({ task_id }) => app.ended(lead, task_id));
    const globex = await app.as('globex-member', 'globex-prod');
    const { task_id } = await lead.call(servers.bulkStop, { body: { ids: [one, two, 'nobody-has-this'] } });
    const task = await app.ended(lead, task_id);
    expect(task.items.map(({ id, state, error }) => [id, state, error?.code ?? null])).toEqual([
      [one, 'success', null],
      [two, 'failed', 'state_conflict'],
      ['nobody-has-this', 'failed', 'not_found'],
    ]);
    expect(task.items[1]!.error?.reason).toMatchObject({ code: 'server_status' });
    const foreign = await globex.call(servers.bulkDelete, { body: { ids: [one, 'nobody-has-this'] } });
    const [theirs, unknown] = (await app.ended(globex, foreign.task_id)).items;
    expect({ ...theirs, id: '', name: '' }).toEqual({ ...unknown, id: '', name: '' });
    expect(theirs!.name).toBe(one);
    expect((await read(one)).status).toBe('SHUTOFF');
    expect((await globex.refused(nouns.tasks.calls.read, { params: { taskId: task_id } })).status).toBe(404);
  });

  it('tasks are found again by object, user, project and domain, and tell which of their servers are gone', async () => {
    const tasks = nouns.tasks.calls;
    const [kept, gone] = [await read(next()), await read(next())];
    const stopped = await lead.call(servers.bulkStop, { body: { ids: [kept.id, gone.id] } });
    await app.ended(lead, stopped.task_id);
    await app.ended(lead, (await lead.call(servers.delete, { params: { serverId: gone.id } })).task_id);
    const found = async (query: Record<string, string>, who = lead) =>
      (await who.call(tasks.list, { query: { limit: 100, ...query } })).data;
    const system = await app.as('admin', 'own');
    const domain = await app.as('acme-admin', 'own');
    const globex = await app.as('globex-member', 'globex-prod');
    const [task] = await found({ object: `contains:${gone.name.toUpperCase()}`, name: 'server.stop' });
    expect(task).toMatchObject({ id: stopped.task_id, user_name: 'acme-lead', project_name: 'acme-prod' });
    expect(task!.items.map(({ id, gone: isGone }) => [id, isGone])).toEqual([
      [kept.id, false],
      [gone.id, true],
    ]);
    const whole = await lead.call(tasks.read, { params: { taskId: stopped.task_id } });
    expect(whole.items.map(({ gone: isGone }) => isGone)).toEqual([false, true]);
    const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    const { project_id, domain_id } = task!;
    for (const [who, query] of [
      [lead, { user: 'contains:ACME-L' }],
      [domain, { project_id: project_id! }],
      [system, { project_id: project_id!, object: `contains:${gone.name}` }],
      [system, { domain_id: domain_id! }],
      [system, { user_id: task!.user_id! }],
    ] as const)
      expect(idsOf(await found(query, who)), JSON.stringify(query)).toContain(stopped.task_id);
    expect(await found({ user: 'contains:somebody else' })).toEqual([]);
    expect(await found({ object: `contains:${gone.name}` }, globex)).toEqual([]);
    expect(idsOf(await found({ domain_id: 'no-such-domain' }, system))).toEqual([]);
    expect((await domain.refused(tasks.list, { query: { domain_id: domain_id! } })).body.error.fields).toHaveProperty('domain_id');
  });

  it('a task that has begun or ended is not cancelled, and one of another process is asked to cancel', async () => {
    const cancel = (taskId: string, who = lead) => who.refused(nouns.tasks.calls.cancel, { params: { taskId } });
    const serverId = next();
    const begun = await lead.call(servers.stop, { params: { serverId } });
    const refused = await cancel(begun.task_id);
    expect([refused.status, refused.body.error.data?.reason?.code]).toEqual([409, 'task_begun']);
    await app.ended(lead, begun.task_id);
    expect((await cancel(begun.task_id)).body.error.data?.reason?.code).toBe('task_ended');
    const others = await Promise.all([app.as('globex-member', 'globex-prod'), app.as('acme-viewer', 'acme-prod')]);
    expect([(await cancel(begun.task_id, others[0])).status, (await cancel(begun.task_id, others[1])).status]).toEqual([404, 403]);

    const id = await taskElsewhere(app, lead, begun.task_id);
    expect((await lead.raw('POST', `/api/v2/tasks/${id}/cancel`)).status).toBe(204);
    expect((await lead.call(nouns.tasks.calls.read, { params: { taskId: id } })).state).toBe('cancelling');
    expect((await app.store.tasks.get(id))?.cancelRequested).toBe(true);
  });

  it('commands in bulk take between one and 200 ids, each once', async () => {
    for (const ids of [[], ['a', 'a'], Array.from({ length: 201 }, (_, index) => `id-${index}`)])
      expect((await lead.refused(servers.bulkStop, { body: { ids } })).body.error.fields).toHaveProperty('ids');
  });

  it('commands treat an id in a body that the caller does not see as an unknown one', async () => {
    const globex = await app.as('globex-member', 'globex-prod');
    const [flavor] = (await lead.call(nouns.flavors.calls.list)).data;
    const [image] = (await lead.call(nouns.images.calls.list)).data;
    const own = (await globex.call(nouns.networks.calls.list)).data;
    const foreign = own
      .filter(({ id }) => !pool.some(({ networks }) => networks.some(({ network_id }) => network_id === id)))
      .find(({ shared }) => !shared)!;
    const asked = (id: string) =>
      lead.refused(servers.create, { body: { name: 'x', flavor_id: flavor!.id, image_id: image!.id, network_ids: [id] } });
    const [theirs, unknown] = [await asked(foreign.id), await asked('nobody-has-this')];
    const comparable = (body: object, id: string) =>
      JSON.stringify(body)
        .replaceAll(id, 'ID')
        .replace(/"request_id":"[^"]+"/, '');
    expect(theirs.status).toBe(unknown.status);
    expect(comparable(theirs.body, foreign.id)).toBe(comparable(unknown.body, 'nobody-has-this'));
  });

  it('commands to a cloud that is silent answer 503, and reads go on', async () => {
    const engine = app.app.engines.find(isEmbedded)!;
    engine.setOutage(true);
    const serverId = next();
    const [command, live] = [
      await lead.refused(servers.stop, { params: { serverId } }),
      await lead.refused(servers.events, { params: { serverId } }),
    ];
    expect([command.code, live.code]).toEqual(['engine_unavailable', 'engine_unavailable']);
    const taskId = command.body.error.data!.task_id!;
    expect(await lead.call(nouns.tasks.calls.read, { params: { taskId } })).toMatchObject({ name: 'server.stop', state: 'failed' });
    expect(live.body.error.data).not.toHaveProperty('task_id');
    expect((await read(serverId)).status).toBe('ACTIVE');
    engine.setOutage(false);
    expect(await lead.call(servers.events, { params: { serverId } })).toHaveProperty('data');
  });

  it('commands and refusals are written to the audit with who, what, where from and the body without secrets', async () => {
    const serverId = next();
    const requestId = `audit-${serverId}`;
    const headers = { 'x-request-id': requestId };
    await lead.call(servers.update, { params: { serverId }, body: { name: 'renamed' } }, headers);
    await lead.refused(servers.start, { params: { serverId } }, headers);
    await (await app.as('globex-member', 'globex-prod')).refused(servers.read, { params: { serverId } }, headers);
    await lead.refused(nouns.nodes.calls.list, {}, headers);
    await lead.call(servers.read, { params: { serverId } }, headers);
    const mine = (await app.store.audit.list({ limit: 500 })).filter((entry) => entry.requestId === requestId);
    const who = await lead.call(nouns.session.calls.whoami);
    expect(mine.map(({ call, status, errorCode }) => [call, status, errorCode]).sort()).toEqual([
      ['nodes.list', 403, 'forbidden'],
      ['servers.read', 404, 'not_found'],
      ['servers.start', 409, 'state_conflict'],
      ['servers.update', 202, null],
    ]);
    expect(mine.find(({ call }) => call === 'servers.update')).toMatchObject({
      userId: who.id,
      userName: 'acme-lead',
      projectId: who.project_id,
      domainId: who.domain_id,
      target: serverId,
      address: '127.0.0.1',
      body: { name: 'renamed' },
    });
  });

  it('commands are written to the audit whatever their address holds', async () => {
    const headers = { 'x-request-id': `audit-${randomUUID()}` };
    await lead.refused(servers.start, { params: { serverId: 'odd\0id' } }, headers);
    const entries = await app.store.audit.list({ limit: 500, call: 'servers.start' });
    expect(entries.find(({ requestId }) => requestId === headers['x-request-id'])).toMatchObject({ target: 'odd\uFFFDid' });
  });

  it('signing out is written to the audit, too', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    await member.call(nouns.session.calls.logout);
    const [entry] = await app.store.audit.list({ limit: 1, call: 'session.logout' });
    expect(entry).toMatchObject({ userName: 'acme-member', status: 204 });
  });
});
