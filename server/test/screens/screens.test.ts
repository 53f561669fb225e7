import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { LiveRead, Screen } from '../../src/port/engine.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCertificate } from '../support/certificate.ts';
import { anyDatabase } from '../support/databases.ts';
import { FakeScreen, Page, RFB_VERSION, until } from './support.ts';

const servers = nouns.servers.calls;
const KIB = 1024;
const PREFIX = '/api/agent_direct/42/lca';

/** The platform's servers get a screen, or what is given instead of one. */
function show(app: TestApp, screen: Screen): void {
  const read: LiveRead = async () => screen;
  Object.assign(app.app.engines[0]!.live, { 'server.console': read });
}

describe.each(anyDatabase)('the screen of a server on $name', ({ name: database }) => {
  let app: TestApp;
  let screen: FakeScreen;
  let lead: Client;
  let serverId: string;
  const pages: Page[] = [];
  beforeAll(async () => {
    screen = await FakeScreen.open();
    const screens = { round: 30, perSession: 2, pageFrame: 64 * KIB, waiting: 64 * KIB, opening: 500 };
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '4' }, session: { verify: 20 }, screens });
    lead = await app.as('acme-lead', 'acme-prod');
    serverId = (await lead.call(servers.list, { query: { status: 'ACTIVE' } })).data[0]!.id;
    show(app, { kind: 'vnc', url: screen.url });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) page.socket.terminate();
    await until(() => screen.open === 0, 'every screen is let go');
  });
  afterAll(async () => {
    await app.close();
    await screen.close();
  });

  const ticket = async (client = lead): Promise<string> => (await client.call(servers.console, { params: { serverId } })).token;
  function visit(token: string | undefined, prefix?: string): Page {
    const page = new Page(app.url, token, prefix);
    pages.push(page);
    return page;
  }
  const refusal = async (token: string | undefined) => (await visit(token).closed).code;

  it('the console of a server is opened by a ticket, under both roots, and carries both ways [api.server-console]', async () => {
    const answer = await lead.call(servers.console, { params: { serverId } });
    expect(answer).toEqual({
      url: '/api/v2/compute/console/stream',
      token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.any(String),
    });
    const { name } = await lead.call(servers.read, { params: { serverId } });
    for (const [prefix, token] of [
      ['', answer.token],
      [PREFIX, await ticket()],
    ] as const) {
      const page = visit(token, prefix);
      expect(await page.told('hello')).toEqual({
        type: 'hello',
        kind: 'vnc',
        server: { id: serverId, name, status: 'ACTIVE', task_state: null },
      });
      await until(() => page.bytes.equals(RFB_VERSION), 'the first words of RFB');
      page.socket.send(Buffer.from([4, 1, 0, 0, 0, 0, 0, 97]));
      await until(() => page.received === RFB_VERSION.length + 8, 'the echo of a key');
      expect(page.messages).toHaveLength(1);
    }
    expect(screen.asked.at(-1)).toEqual({ url: '/websockify?token=inner', origin: undefined });
  });

  it('the console of a server opens once per ticket, and not at all without a valid one', async () => {
    const token = await ticket();
    await visit(token).told('hello');
    expect(await refusal(token)).toBe(4401);
    expect(await refusal('x'.repeat(43))).toBe(4401);
    const page = visit(undefined);
    page.socket.on('open', () => page.socket.send(Buffer.from('{"ticket":1}')));
    expect((await page.closed).code).toBe(4401);
    expect(await refusal(undefined)).toBe(4401);
    expect(screen.open).toBe(1);
  });

  it('the console of a server is refused to those who do not see the server, and while it is off', async () => {
    const outsider = await app.as('globex-member', 'globex-prod');
    expect((await outsider.refused(servers.console, { params: { serverId } })).code).toBe('not_found');
    const [off] = (await lead.call(servers.list, { query: { status: 'SHUTOFF' } })).data;
    const refused = await lead.refused(servers.console, { params: { serverId: off!.id } });
    expect(refused.body.error).toMatchObject({ err_code: 'state_conflict', data: { reason: { code: 'server_status' } } });
  });

  it('the console of a server closes when the session ends, and a ticket of that session opens nothing', async () => {
    const member = await app.as('acme-lead', 'acme-prod');
    const page = visit(await ticket(member));
    await page.told('hello');
    const unused = await ticket(member);
    await member.call(nouns.session.calls.logout);
    expect(await page.closed).toEqual({ code: 4403, reason: 'right' });
    expect(await refusal(unused)).toBe(4403);
  });

  it('a session may show a limited number of consoles at once', async () => {
    await visit(await ticket()).told('hello');
    const second = visit(await ticket());
    await second.told('hello');
    expect(await refusal(await ticket())).toBe(4429);
    second.socket.close();
    await until(() => screen.open === 1, 'the second one is gone');
    await visit(await ticket()).told('hello');
  });

  it('the console takes frames from the screen no faster than the page reads, and loses nothing', async () => {
    const page = visit(await ticket());
    await page.told('hello');
    page.socket.pause();
    const total = 200;
    let sent = 0;
    const source = screen.visitors.at(-1)!;
    const frame = Buffer.alloc(256 * KIB, 7);
    const next = (): void => {
      if (sent === total) return;
      source.send(frame, () => {
        sent += 1;
        next();
      });
    };
    next();
    let [seen, since] = [-1, Date.now()];
    await until(() => {
      if (sent !== seen) [seen, since] = [sent, Date.now()];
      return Date.now() - since > 500;
    }, 'the flow has come to rest');
    expect(sent).toBeLessThan(total / 2);
    page.socket.resume();
    await until(() => page.received === RFB_VERSION.length + total * frame.length, 'all frames');
  });

  it('the console cuts a page that sends too large frames', async () => {
    const page = visit(await ticket());
    await page.told('hello');
    page.socket.send(Buffer.alloc(65 * KIB));
    expect((await page.closed).code).toBe(1009);
  });

  it('the console says so when the screen closes or cannot be reached', async () => {
    const page = visit(await ticket());
    await page.told('hello');
    screen.visitors.at(-1)!.close();
    expect(await page.closed).toEqual({ code: 4502, reason: 'screen' });
    show(app, { kind: 'vnc', url: 'ws://127.0.0.1:1/' });
    const token = await ticket();
    show(app, { kind: 'vnc', url: screen.url });
    expect(await refusal(token)).toBe(4502);
  });

  it('the console reaches a screen by wss with a certificate that the engine trusts, and by no other', async () => {
    const certificate = makeCertificate();
    const secure = await FakeScreen.open(certificate);
    const [engine] = app.app.engines;
    try {
      show(app, { kind: 'vnc', url: secure.url });
      expect(await refusal(await ticket())).toBe(4502);
      for (const screenTrust of [{ ca: certificate.cert }, { rejectUnauthorized: false }]) {
        Object.assign(engine!, { screenTrust });
        const page = visit(await ticket());
        await page.told('hello');
        await until(() => page.received === RFB_VERSION.length, 'the screen begins');
        page.socket.terminate();
      }
    } finally {
      Object.assign(engine!, { screenTrust: undefined });
      show(app, { kind: 'vnc', url: screen.url });
      await secure.close();
    }
  });

  it('the console is not opened by a ticket that is too old', async () => {
    const { issue } = app.store.tickets;
    app.store.tickets.issue = (made) => issue({ ...made, lifetime: 0 });
    const token = await ticket();
    app.store.tickets.issue = issue;
    expect(await refusal(token)).toBe(4401);
  });

  it('opening a console is written into the audit, and its ticket is not', async () => {
    const answer = await lead.reply(servers.console, { params: { serverId } });
    const { token } = answer.json as { token: string };
    await visit(token).told('hello');
    const find = async () =>
      (await app.store.audit.list({ limit: 50, call: 'servers.console' })).find(
        ({ requestId }) => requestId === answer.headers.get('x-request-id'),
      );
    await expect.poll(find).toMatchObject({ target: serverId, status: 200, userName: 'acme-lead', body: { kind: 'vnc' } });
    expect(JSON.stringify(await app.store.audit.list({ limit: 100 }))).not.toContain(token);
  });

  it('a WebSocket upgrade outside the path of the console is refused with 404', async () => {
    const reply = await new Promise<number | undefined>((resolve, reject) => {
      const page = new Page(app.url, undefined, '/elsewhere');
      page.socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      page.closed.then(
        () => reject(new Error('it was taken')),
        () => undefined,
      );
    });
    expect(reply).toBe(404);
  });
});

describe('the console of a server without a screen', () => {
  it('a server without a screen has a console of its log and state, until it is deleted or the application stops', async () => {
    const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '4' }, screens: { round: 30 } });
    const lead = await app.as('acme-lead', 'acme-prod');
    const [first, second] = (await lead.call(servers.list, { query: { status: 'ACTIVE' } })).data.map(({ id }) => id);
    const open = async (serverId: string): Promise<Page> =>
      new Page(app.url, (await lead.call(servers.console, { params: { serverId } })).token);
    const [page, other] = [await open(first!), await open(second!)];
    expect(await page.told('hello')).toMatchObject({ kind: 'log', server: { id: first, status: 'ACTIVE' } });
    const shown = () =>
      page.messages.reduce((text, message) => (message.type === 'log' ? text.slice(0, message.from) + message.text : text), '');
    const logged = async () => (await lead.call(servers.log, { params: { serverId: first! } })).log;
    await page.told('log');
    expect(shown()).toBe(await logged());
    await app.ended(lead, (await lead.call(servers.stop, { params: { serverId: first! } })).task_id);
    await until(() => page.messages.some((message) => message.type === 'state' && message.status === 'SHUTOFF'), 'it is off');
    const whole = await logged();
    await until(() => shown() === whole, 'the rest of the log');
    expect(page.received).toBe(0);
    await app.ended(lead, (await lead.call(servers.delete, { params: { serverId: first! } })).task_id);
    expect(await page.closed).toEqual({ code: 4404, reason: 'gone' });
    await other.told('hello');
    await app.close();
    expect(await other.closed).toEqual({ code: 1001, reason: 'stopping' });
  });
});
