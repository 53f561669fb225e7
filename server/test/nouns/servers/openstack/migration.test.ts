/** A live migration that is under way is stopped, or let finish. By hand after Nova's reference: in the lab one is over at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNamed, type CommandContext } from '../../../../src/port/engine.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench, forOneTest } from '../../../engines/openstack/support/bench.ts';

let bench: Bench;
let admin: CommandContext;

beforeAll(async () => {
  bench = await (await Bench.open()).mirrored();
  admin = { ...(await bench.operating()), signal: new AbortController().signal };
});
afterAll(() => bench.close());

const on = forOneTest(() => bench);
const id = () => bench.cloud.id('acting');
const command = (verb: string) => commandNamed(bench.engine, `server.${verb}`)!;
const target = (): Row => ({
  engine: 'cloud',
  kind: 'server',
  id: id(),
  domainId: bench.cloud.id('acme'),
  projectId: bench.cloud.id('acme-prod'),
  userId: null,
  document: { host: 'here' },
  schemaVersion: 1,
  revision: 1,
  createdAt: '',
  updatedAt: '',
});
const accept = (verb: string) => command(verb).accept(admin, target(), {} as never);
const migrationsAre = (...migrations: { id: number; status: string }[]) => on('GET', /\/migrations$/, () => ({ answer: { migrations } }));

const single = () => new RegExp(`^/compute/v2\\.1/servers/${id()}$`);
const serverIs = (members: object) => {
  const { server } = bench.cloud.recorded<{ server: object }>('GET', single());
  on('GET', single(), () => ({ answer: { server: { ...server, 'OS-EXT-STS:task_state': null, status: 'ACTIVE', ...members } } }));
};
const historySays = (name: string, result: 'Success' | 'Error', details: string | null = null) =>
  on('GET', /os-instance-actions\/req-/, () => ({
    answer: {
      instanceAction: {
        action: name,
        request_id: 'req-1',
        start_time: '2026-11-21T08:00:00.000000',
        message: result === 'Error' ? 'Error' : null,
        events: [
          { event: 'compute_step', start_time: '2026-11-21T08:00:00.000000', finish_time: '2026-11-21T08:00:01.000000', result, details },
        ],
      },
    },
  }));
const settled = (verb: string) => command(verb).settle!(admin, { id: id(), requestId: 'req-1', memo: { host: 'here' } }, {} as never);

const CASES = [
  {
    verb: 'stopMigrate',
    method: 'DELETE',
    path: /\/migrations\/\d+$/,
    version: '2.65',
    body: undefined,
    recorded: 'live_migration_cancel',
  },
  {
    verb: 'forceMigrate',
    method: 'POST',
    path: /\/migrations\/\d+\/action$/,
    version: '2.22',
    body: { force_complete: null },
    recorded: 'live_migration_force_complete',
  },
] as const;

describe.each(CASES)('$verb', ({ verb, method, path, version, body, recorded }) => {
  it('a command to a live migration uses the administrator’s own token, and names the migration that copies', async () => {
    migrationsAre({ id: 7, status: 'queued' }, { id: 12, status: 'running' });
    on(method, path, () => ({ status: 202, answer: null }));
    expect(await accept(verb)).toMatchObject({ id: id(), memo: { host: 'here' } });
    const asked = bench.cloud.asked.findLast((one) => one.method === method)!;
    expect(asked).toMatchObject({ path: expect.stringContaining('/migrations/12'), version: `compute ${version}` });
    expect([asked.sent ?? undefined, asked.as?.startsWith('admin@')]).toEqual([body, true]);
    expect(bench.cloud.asked.findLast(({ path: place }) => place.endsWith('/migrations'))?.version).toBe('compute 2.23');
  });

  it('a command to a live migration is refused where nothing is under way, or not any more', async () => {
    const reason = { code: 'state_conflict', reason: { code: 'server_not_migrating' } };
    migrationsAre();
    await expect(accept(verb)).rejects.toMatchObject(reason);
    migrationsAre({ id: 3, status: 'running' });
    on(method, path, () => ({ status: 404, answer: { itemNotFound: { code: 404, message: 'Migration 3 is not in-progress.' } } }));
    await expect(accept(verb)).rejects.toMatchObject(reason);
  });

  it('a command to a live migration shows what the cloud cannot do in the words of the cloud', async () => {
    migrationsAre({ id: 3, status: 'running' });
    const message = 'Migration 3 state of instance is completed. Cannot do this while the migration is in this state.';
    on(method, path, () => ({ status: 400, answer: { badRequest: { code: 400, message } } }));
    await expect(accept(verb)).rejects.toMatchObject({ code: 'engine_refused', detail: message });
    serverIs({ 'OS-EXT-SRV-ATTR:host': 'here' });
    historySays(recorded, 'Error', 'NotImplementedError');
    await expect(settled(verb)).rejects.toMatchObject({ code: 'engine_refused', detail: 'NotImplementedError' });
  });

  it('a command to a live migration is known by the server’s history after a crash', async () => {
    const entry = { action: recorded, request_id: 'req-1', user_id: admin.actor.userId, start_time: new Date().toISOString().slice(0, -1) };
    on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: [entry] } }));
    expect(await command(verb).recover!(admin, id(), {} as never)).toEqual({ id: id(), requestId: 'req-1' });
    on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: [{ ...entry, action: 'live-migration' }] } }));
    expect(await command(verb).recover!(admin, id(), {} as never)).toBeUndefined();
  });

  it('a live migration ends where its command says: at home when stopped, elsewhere when let finish', async () => {
    const hosts = verb === 'stopMigrate' ? ['there', 'here'] : ['here', 'there'];
    let looks = 0;
    on('GET', single(), () => {
      const { server } = bench.cloud.recorded<{ server: object }>('GET', single());
      const now = { 'OS-EXT-STS:task_state': looks === 0 ? 'migrating' : null, 'OS-EXT-SRV-ATTR:host': hosts[Math.min(looks, 1)] };
      return { answer: { server: { ...server, status: looks++ === 0 ? 'MIGRATING' : 'ACTIVE', ...now } } };
    });
    historySays(recorded, 'Success');
    await settled(verb);
    expect(await bench.document('server', 'acting')).toMatchObject({ host: hosts[1], task_state: null });
  });
});
