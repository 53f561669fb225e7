import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { Page, until } from './support.ts';

const servers = nouns.servers.calls;
/** Nobody is cut for being late. */
const LATE = 600_000;

describe('places for consoles', () => {
  let app: TestApp;
  let lead: Client;
  let other: Client;
  let serverId: string;
  const pages: Page[] = [];
  beforeAll(async () => {
    const screens = { round: 30, opening: LATE, open: 4, perSession: 3, perNetwork: 3, strangers: { perNetwork: 20, inAll: 30 } };
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '2' }, screens });
    lead = await app.as('acme-lead', 'acme-prod');
    other = await app.as('acme-member', 'acme-prod');
    serverId = (await lead.call(servers.list, { query: { status: 'ACTIVE' } })).data[0]!.id;
  });
  afterEach(async () => {
    for (const page of pages) page.socket.terminate();
    await Promise.all(pages.splice(0).map(({ closed }) => closed));
  });
  afterAll(() => app.close());

  function visit(ticket: string | undefined, from?: string): Page {
    const page = new Page(app.url, ticket, '', from);
    pages.push(page);
    return page;
  }
  const open = async (client: Client, from?: string): Promise<Page> =>
    visit((await client.call(servers.console, { params: { serverId } })).token, from);
  async function strangers(count: number, from: string): Promise<Page[]> {
    const come = Array.from({ length: count }, () => visit(undefined, from));
    await Promise.all(come.map(({ socket }) => once(socket, 'open')));
    return come;
  }
  const staying = (group: readonly Page[]): number => group.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length;

  it('consoles lose no place to WebSockets without a ticket, however many of them wait', async () => {
    const waiting = await strangers(100, '127.0.0.1');
    await (await open(lead)).told('hello');
    await (await open(lead, '127.0.0.2')).told('hello');
    await until(() => staying(waiting) <= 20, 'at most twenty of one address wait');
    expect(staying(waiting)).toBeGreaterThan(0);
  });

  it('WebSockets that wait for a console have a limited number of places, and the one that waits longest makes room', async () => {
    const first = await strangers(20, '127.0.0.1');
    const second = await strangers(20, '127.0.0.2');
    await until(() => staying(first) === 10, 'the first ten are cut');
    expect(first.slice(0, 10).map(({ socket }) => socket.readyState)).not.toContain(WebSocket.OPEN);
    expect(staying(second)).toBe(20);
  });

  it('places for consoles are counted per address once the ticket was accepted', async () => {
    for (const client of [lead, lead, other]) await (await open(client)).told('hello');
    expect((await (await open(other)).closed).code).toBe(4429);
    await (await open(other, '127.0.0.2')).told('hello');
  });

  it('places for consoles are counted in all, and a page that finds none is told so', async () => {
    for (const from of ['127.0.0.1', '127.0.0.1', '127.0.0.2']) await (await open(lead, from)).told('hello');
    await (await open(other, '127.0.0.3')).told('hello');
    expect((await (await open(other, '127.0.0.4')).closed).code).toBe(4503);
  });

  it('consoles lose no place to invalid tickets', async () => {
    const refused = Array.from({ length: 20 }, () => visit('x'.repeat(43)));
    for (const page of refused) expect((await page.closed).code).toBe(4401);
    await (await open(lead)).told('hello');
  });
});
