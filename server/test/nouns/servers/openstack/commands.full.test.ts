/** Commands and live reads with the user's own token, and what is made of the cloud's refusals. */
import { commandNamed } from '../../../../src/port/engine.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';

const CREATE = /^\/compute\/v2\.1\/servers$/;

describe('commands', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
  });
  afterEach(() => bench.close());

  const command = (name: string) => commandNamed(bench.engine, name)!;
  const target = async (name = 'tiny'): Promise<Row> => (await bench.row('server', name))!;
  const body = (rest: object = {}) =>
    ({
      name: 'made',
      flavor_id: bench.cloud.id('m1.tiny'),
      image_id: bench.cloud.id('lab-tiny'),
      network_ids: [bench.cloud.id('acme-net')],
      ...rest,
    }) as never;
  const sentTo = (path: RegExp, method = 'POST') => bench.cloud.asked.filter((item) => item.method === method && path.test(item.path));

  /** Lets Nova take a creation and have the server it made. */
  function takes(): string {
    const id = bench.cloud.id('made');
    bench.cloud.on('POST', CREATE, () => ({ status: 202, answer: { server: { id } } }));
    return id;
  }
  const document = <T extends object>(name: string): T =>
    bench.cloud.recorded<{ server: T }>('GET', new RegExp(`/servers/${bench.cloud.id(name)}$`)).server;

  it('creates a server with the name, the task mark and the lowest microversion, by the token of the user', async () => {
    const id = takes();
    const accepted = await command('server.create').accept(
      await bench.asking('alice'),
      null,
      body({ description: 'd', metadata: { a: 'b' } }),
    );
    expect(accepted).toMatchObject({ id, requestId: expect.stringMatching(/^req-/) });
    const [asked] = sentTo(CREATE);
    expect(asked).toMatchObject({
      as: `alice@project:${bench.cloud.id('acme-prod')}`,
      version: 'compute 2.19',
      headers: { 'x-openstack-request-id': 'req-00000000-0000-4000-8000-000000000000' },
      sent: {
        server: {
          name: 'made',
          description: 'd',
          flavorRef: bench.cloud.id('m1.tiny'),
          imageRef: bench.cloud.id('lab-tiny'),
          networks: [{ uuid: bench.cloud.id('acme-net') }],
          metadata: { a: 'b', gantry_task: 'recorded-task' },
        },
      },
    });
    expect(await bench.document('server', 'made')).toMatchObject({ name: 'renamed' });
  });

  it.each([
    { why: 'the flavor has no disk', rest: () => ({ flavor_id: bench.cloud.id('private') }), size: 1 },
    { why: 'a size is given', rest: () => ({ volume_size: 7 }), size: 7 },
  ])('boots a new server from a volume when $why', async ({ rest, size }) => {
    takes();
    await command('server.create').accept(await bench.asking('alice'), null, body(rest()));
    const { server } = sentTo(CREATE)[0]!.sent as { server: Record<string, unknown> };
    expect(server).not.toHaveProperty('imageRef');
    expect(server['block_device_mapping_v2']).toEqual([
      {
        boot_index: 0,
        source_type: 'image',
        destination_type: 'volume',
        uuid: bench.cloud.id('lab-tiny'),
        volume_size: size,
        delete_on_termination: true,
      },
    ]);
  });

  it('refuses a server with an image, network or flavor that the caller does not see, without asking the cloud', async () => {
    const image = await bench.row('image', 'offered');
    await bench.store.transaction((writer) => writer.put({ ...image!, shares: [] }));
    const hidden = [
      { image_id: bench.cloud.id('offered') },
      { network_ids: [bench.cloud.id('acme-net')] },
      { flavor_id: bench.cloud.id('private') },
    ];
    for (const rest of hidden) {
      const seen = { network_ids: [bench.cloud.id('shared')] };
      await expect(
        command('server.create').accept(await bench.asking('carol', 'acme-dev'), null, body({ ...seen, ...rest })),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { [Object.keys(rest)[0]!]: [{ code: 'unknown_id' }] },
      });
    }
    expect(sentTo(CREATE)).toEqual([]);
  });

  it('tells the recorded refusal of a new server as an exceeded quota', async () => {
    const context = await bench.asking('alice', 'acme-dev');
    const recorded = body({ network_ids: [bench.cloud.id('shared')] });
    await expect(command('server.create').accept(context, null, recorded)).rejects.toMatchObject({
      code: 'quota_exceeded',
      params: { resource: 'instances' },
      detail: 'Quota exceeded for instances: Requested 1, but already used 0 of 0 instances',
      requestId: expect.stringMatching(/^req-/),
    });
  });

  it('tells the recorded refusal to start a server as a conflict', async () => {
    await expect(command('server.start').accept(await bench.asking('alice'), await target(), {} as never)).rejects.toMatchObject({
      code: 'state_conflict',
      detail: expect.stringMatching(/^Cannot 'start' instance .* while it is in vm_state active$/),
    });
  });

  it('a command of a reader is refused, whom old policies of the services would let through', async () => {
    for (const name of ['server.stop', 'server.delete', 'server.update', 'server.reboot', 'server.start'])
      await expect(command(name).accept(await bench.asking('bob'), await target(), { type: 'SOFT' } as never)).rejects.toMatchObject({
        code: 'forbidden',
      });
    await expect(command('server.create').accept(await bench.asking('bob'), null, body())).rejects.toMatchObject({ code: 'forbidden' });
    expect(bench.cloud.asked.filter(({ as, method }) => as?.startsWith('bob@project') && method !== 'GET')).toEqual([]);
  });

  it('asks for a new sign-in when the token is no longer taken', async () => {
    const context = await bench.asking('alice');
    bench.cloud.on('POST', /\/action$/, () => ({ status: 401, answer: { error: { message: 'token expired' } } }));
    await expect(command('server.stop').accept(context, await target(), {} as never)).rejects.toMatchObject({ code: 'reauth_required' });
  });

  it('says that only an administrator unlocks what an administrator has locked', async () => {
    const message = "Policy doesn't allow os_compute_api:os-lock-server:unlock:unlock_override to be performed.";
    bench.cloud.on('POST', /\/action$/, () => ({ status: 403, answer: { forbidden: { code: 403, message } } }));
    const unlock = command('server.unlock').accept(await bench.asking('alice'), await target(), {} as never);
    const refusal = await unlock.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'state_conflict', reason: { code: 'server_locked_by_admin' } });
    expect(refusal).not.toHaveProperty('detail', expect.anything());
    bench.cloud.on('POST', /\/action$/, () => ({ status: 403, answer: { forbidden: { code: 403, message: 'Policy says no.' } } }));
    const other = command('server.unlock').accept(await bench.asking('alice'), await target(), {} as never);
    await expect(other).rejects.toMatchObject({ code: 'forbidden', detail: 'Policy says no.' });
  });

  it('a command names the service that is silent', async () => {
    const context = await bench.asking('alice');
    bench.cloud.silent.add('compute');
    await expect(command('server.stop').accept(context, await target(), {} as never)).rejects.toMatchObject({
      code: 'engine_unavailable',
      params: { service: 'compute' },
      detail: expect.stringMatching(/^compute: /),
    });
  });

  it('waits until a stopped server is stopped, and shows each step', async () => {
    const id = bench.cloud.id('tiny');
    const path = new RegExp(`^/compute/v2\\.1/servers/${id}$`);
    const [moving, stopped] = [
      { status: 'ACTIVE', 'OS-EXT-STS:task_state': 'powering-off' },
      { status: 'SHUTOFF', 'OS-EXT-STS:task_state': null },
    ];
    let looksUntilStopped = Infinity;
    bench.cloud.on('POST', /\/action$/, () => ({ status: 202, answer: null }));
    bench.cloud.on('GET', path, () => ({ answer: { server: { ...document('tiny'), ...(looksUntilStopped-- > 0 ? moving : stopped) } } }));
    const context = await bench.asking('alice');
    const accepted = await command('server.stop').accept(context, await target(), {} as never);
    expect(await bench.document('server', 'tiny')).toMatchObject({ status: 'ACTIVE', task_state: 'powering-off' });
    looksUntilStopped = 1;
    await command('server.stop').settle!(context, accepted, {} as never);
    expect(await bench.document('server', 'tiny')).toMatchObject({ status: 'SHUTOFF', task_state: null });
    expect(sentTo(/\/action$/).at(-1)?.sent).toEqual({ 'os-stop': null });
  });

  it('the creation of a server fails with the words of the fault, and tells the log so', async () => {
    const id = takes();
    const failing = { ...document('failed'), id, name: 'made' };
    const path = new RegExp(`^/compute/v2\\.1/servers/${id}$`);
    let status = 'BUILD';
    bench.cloud.on('GET', path, () => ({
      answer: { server: { ...failing, status, 'OS-EXT-STS:task_state': status === 'BUILD' ? 'scheduling' : null } },
    }));
    const context = await bench.asking('alice');
    const accepted = await command('server.create').accept(context, null, body());
    const head = await bench.store.changes.head();
    status = 'ERROR';
    await expect(command('server.create').settle!(context, accepted, body())).rejects.toMatchObject({
      code: 'no_capacity',
      detail: expect.stringMatching(/No valid host/),
      requestId: accepted.requestId,
    });
    const { entries } = await bench.store.changes.since(head, 100);
    expect(entries).toContainEqual(
      expect.objectContaining({ id, operation: 'failed', error: expect.objectContaining({ code: 'no_capacity', name: 'made' }) }),
    );
  });

  it('a deletion waits until the server is gone', async () => {
    const id = bench.cloud.id('tiny');
    let gone = false;
    bench.cloud.on('DELETE', new RegExp(`/servers/${id}$`), () => ({ status: 204, answer: null }));
    bench.cloud.on('GET', new RegExp(`/servers/${id}$`), () =>
      gone
        ? { status: 404, answer: { itemNotFound: { message: 'gone' } } }
        : { answer: { server: { ...document('tiny'), 'OS-EXT-STS:task_state': 'deleting' } } },
    );
    const context = await bench.asking('alice');
    const accepted = await command('server.delete').accept(context, await target(), {} as never);
    expect(await bench.document('server', 'tiny')).toMatchObject({ task_state: 'deleting' });
    gone = true;
    await command('server.delete').settle!(context, accepted, {} as never);
    expect(await bench.row('server', 'tiny')).toBeUndefined();
  });

  it('a command resumed after a crash finds the server that was made for the task, and none for another', async () => {
    const made = { ...document<{ metadata: object }>('made'), metadata: { gantry_task: 'recorded-task' } };
    bench.cloud.on('GET', /changes-since.*project_id|project_id.*changes-since/, () => ({ answer: { servers: [document('tiny'), made] } }));
    const context = await bench.asking('alice');
    expect(await command('server.create').recover!(context, null, body())).toEqual({ id: bench.cloud.id('made') });
    expect(await command('server.create').recover!({ ...context, taskId: 'another' }, null, body())).toBeUndefined();
  });

  it('a command resumed after a crash takes a server that is gone for deleted, whoever did it and whether or not its history is kept', async () => {
    const context = await bench.asking('alice');
    const id = bench.cloud.id('tiny');
    const gone = { status: 404, answer: { itemNotFound: { message: 'gone' } } };
    let kept = true;
    bench.cloud.on('GET', /os-instance-actions$/, () => (kept ? { answer: { instanceActions: [] } } : gone));
    expect(await command('server.delete').recover!(context, id, {} as never)).toBeUndefined();
    bench.cloud.on('GET', new RegExp(`/servers/${id}$`), () => gone);
    expect(await command('server.delete').recover!(context, id, {} as never)).toEqual({ id });
    kept = false;
    expect(await command('server.delete').recover!(context, id, {} as never)).toEqual({ id });
  });

  it('a command resumed after a crash knows a stop that Nova had taken by the server’s history', async () => {
    const context = await bench.asking('alice');
    const action = {
      action: 'stop',
      request_id: 'req-1',
      user_id: context.actor.userId,
      start_time: new Date().toISOString().slice(0, -1),
      message: null,
    };
    let actions = [action];
    bench.cloud.on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: actions } }));
    const id = bench.cloud.id('tiny');
    expect(await command('server.stop').recover!(context, id, {} as never)).toEqual({
      id: bench.cloud.id('tiny'),
      requestId: 'req-1',
    });
    actions = [
      { ...action, user_id: 'somebody else' },
      { ...action, start_time: '2020-01-01T00:00:00.000000' },
      { ...action, action: 'start' },
    ];
    expect(await command('server.stop').recover!(context, id, {} as never)).toBeUndefined();
  });
});

describe('live reads', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
  });
  afterEach(() => bench.close());
  const made = (): Row => ({
    engine: 'cloud',
    kind: 'server',
    id: bench.cloud.id('made'),
    domainId: bench.cloud.id('acme'),
    projectId: bench.cloud.id('acme-prod'),
    userId: null,
    document: {},
    schemaVersion: 1,
    revision: 1,
    createdAt: '',
    updatedAt: '',
  });

  it('a live read answers the history of a server', async () => {
    const answer = (await bench.engine.live['server.events']!(await bench.asking('alice'), made(), {})) as {
      data: { action: string; result: string }[];
    };
    expect(answer.data.map(({ action }) => action)).toEqual(['reboot', 'start', 'stop', 'create']);
    expect(answer.data).toContainEqual(
      expect.objectContaining({
        result: 'success',
        message: null,
        request_id: expect.stringMatching(/^req-/),
        finished_at: expect.stringMatching(/Z$/),
      }),
    );
  });

  it('tells the steps of an action with the caller’s own right, and why one failed as far as the cloud tells', async () => {
    const { live } = bench.engine;
    const alice = await bench.asking('alice');
    const { data: history } = (await live['server.events']!(alice, made(), {})) as { data: { action: string; request_id: string }[] };
    const query = { request_id: history.find(({ action }) => action === 'create')?.request_id };
    const [from, to] = [expect.stringMatching(/T.*Z$/), expect.stringMatching(/T.*Z$/)];
    const step = { step: 'compute__do_build_and_run_instance', started_at: from, finished_at: to, result: 'success' };
    expect(await live['server.steps']!(alice, made(), query)).toEqual({ data: [{ ...step, message: null, traceback: null }] });
    const asked = bench.cloud.asked.findLast(({ path }) => path.includes('/os-instance-actions/req-'));
    expect(asked).toMatchObject({ as: expect.stringMatching(/^alice@/), version: 'compute 2.58' });

    const begun = { event: 'cold_migrate', start_time: '2026-11-21T11:40:02.000000', finish_time: null, result: null };
    const failed = { ...begun, event: 'schedule', start_time: '2026-11-21T11:40:01.000000', finish_time: '2026-11-21T11:40:02.000000' };
    const why = { result: 'Error', details: 'No valid host was found.', traceback: 'File "migrate.py"' };
    bench.cloud.on('GET', /os-instance-actions\/req-/, (_, usual) => {
      const { instanceAction } = usual().answer as { instanceAction: object };
      return { answer: { instanceAction: { ...instanceAction, events: [begun, { ...failed, ...why }] } } };
    });
    const { data } = (await live['server.steps']!(alice, made(), query)) as { data: object[] };
    expect(data).toMatchObject([
      { step: 'schedule', result: 'failed', message: why.details, traceback: why.traceback, started_at: '2026-11-21T11:40:01.000Z' },
      { step: 'cold_migrate', result: 'running', finished_at: null, message: null, traceback: null },
    ]);
    bench.cloud.on('GET', /os-instance-actions\/req-/, () => ({ status: 404, answer: { itemNotFound: { code: 404, message: 'none' } } }));
    await expect(live['server.steps']!(alice, made(), query)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reads the console log and the quotas of servers and volumes', async () => {
    const context = await bench.asking('alice');
    const said = bench.cloud.recording.exchanges.find(
      ({ sent }) => sent !== null && typeof sent === 'object' && 'os-getConsoleOutput' in sent,
    );
    const { output } = said!.answer as { output: string };
    expect(await bench.engine.live['server.log']!(context, made(), {})).toEqual({ log: output, cut: false });
    expect(output).not.toBe('');
    const project = (await bench.row('project', 'acme-prod'))!;
    const quota = { limit: expect.any(Number), used: expect.any(Number) };
    expect(await bench.engine.live['quota.read']!(context, project, { usage: true })).toEqual({
      instances: quota,
      cores: quota,
      ram: quota,
      volumes: quota,
      gigabytes: quota,
      snapshots: quota,
      networks: quota,
      routers: quota,
      floating_ips: quota,
      security_groups: quota,
      security_group_rules: quota,
      load_balancers: quota,
      vpn_connections: { limit: -1, used: null },
      storage_policies: expect.any(Array),
    });
    expect(await bench.engine.live['quota.read']!(context, project, {})).toMatchObject({ instances: { used: null } });
  });

  it('follows the end of a console log, hands out all of it on demand, and says where more may have been written before', async () => {
    const context = await bench.asking('alice');
    const logOf = async (output: string, query: { whole?: boolean }) => {
      // The mirror may be asking for something else at the same time.
      let sent: unknown;
      bench.cloud.on('POST', /\/action$/, (asked) => {
        sent = asked.sent;
        return { answer: { output } };
      });
      return { ...((await bench.engine.live['server.log']!(context, made(), query)) as object), sent };
    };
    const end = { 'os-getConsoleOutput': { length: 1000 } };
    const all = { 'os-getConsoleOutput': {} };
    const short = 'line\n'.repeat(999);
    const long = 'line\n'.repeat(1000);
    const huge = 'x'.repeat(99 * 1024);
    expect(await logOf(short, {})).toEqual({ log: short, cut: false, sent: end });
    expect(await logOf(long, {})).toEqual({ log: long, cut: true, sent: end });
    expect(await logOf(long, { whole: true })).toEqual({ log: long, cut: false, sent: all });
    expect(await logOf(huge, { whole: true })).toEqual({ log: huge, cut: true, sent: all });
    expect(await logOf('', {})).toEqual({ log: '', cut: false, sent: end });
  });

  it('a live read uses a token of the project where a domain administrator looks, and is refused where there is none', async () => {
    const carol = await bench.signIn('carol');
    const { credential } = await bench.engine.identity!.enter(carol, { type: 'domain', domainId: bench.cloud.id('acme') });
    const context = { ...(await bench.asking('carol')), credential };
    const log = /servers\/.*\/action$/;
    bench.cloud.on('POST', log, () => ({ answer: { output: 'hello' } }));
    expect(await bench.engine.live['server.log']!(context, made(), {})).toEqual({ log: 'hello', cut: false });
    expect(bench.cloud.asked.findLast(({ path }) => log.test(path))?.as).toBe(`carol@project:${bench.cloud.id('acme-prod')}`);
    const elsewhere = { ...made(), projectId: bench.cloud.id('admin') };
    await expect(bench.engine.live['server.log']!(context, elsewhere, {})).rejects.toMatchObject({ code: 'forbidden' });
  });
});
