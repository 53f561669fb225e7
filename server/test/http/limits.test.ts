import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { taskKey } from '../../src/tasks/document.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';

const servers = nouns.servers.calls;
const tasks = nouns.tasks.calls;

/** The fullest that a server may have, in characters of three bytes: some 200 KB. */
const metadata = Object.fromEntries(
  Array.from({ length: 128 }, (_, index) => [`${index}`.padEnd(255, '字'), `${index}`.padEnd(255, '値')]),
);
const ANSWER = 2_000_000;
const bytes = (value: unknown): number => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

describe.each(anyDatabase)('limits on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let some: Server;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '4' } });
    lead = await app.as('acme-lead', 'acme-prod');
    some = (await lead.call(servers.list, { query: { limit: 1 } })).data[0]!;
  });
  afterAll(() => app.close());

  /** All pages of a list at once: what each of them has, and how many bytes the largest was. */
  async function follow<E>(path: string, query: string): Promise<{ rows: E[]; pages: number; largest: number }> {
    const rows: E[] = [];
    let [pages, largest] = [0, 0];
    for (let marker = ''; ;) {
      const reply: Reply = await lead.raw('GET', `${path}?${query}${marker && `&marker=${marker}`}`);
      const page = reply.json as { data: E[]; marker?: string };
      rows.push(...page.data);
      pages += 1;
      largest = Math.max(largest, bytes(reply.text));
      if (page.marker === undefined) return { rows, pages, largest };
      marker = page.marker;
    }
  }

  it('tasks are short in lists, however much they were asked with, and whole where one is read', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const body = { name: `n${count}`, metadata };
      ids.push((await lead.call(servers.update, { params: { serverId: some.id }, body })).task_id);
    }
    const { rows, largest } = await follow<Task>(tasks.list.path, 'limit=1000');
    expect(largest).toBeLessThan(60_000);
    const short = rows.filter(({ id }) => ids.includes(id));
    expect(short).toHaveLength(12);
    for (const task of short) {
      expect([task.truncated, bytes(task.kwargs) <= 1024, bytes(task.args) <= 1024, bytes(task.result) <= 1024]).toEqual(
        Array.from({ length: 4 }, () => true),
      );
      expect(Object.keys(task.kwargs).toSorted()).toEqual(['metadata', 'name']);
      // All members but the mark of values that could not be shown.
      const members = Object.keys(tasks.list.answer.shape.data.element.shape).filter((member) => member !== 'unreadable');
      expect(members.toSorted()).toEqual(Object.keys(task).toSorted());
    }
    const whole = await app.ended(lead, ids[3]!);
    expect(whole).toMatchObject({ truncated: false, state: 'success', args: [some.id], kwargs: { name: 'n3', metadata } });
    const { document } = (await app.store.read.get(taskKey(ids[3]!)))!;
    expect(bytes(document)).toBeLessThan(4000);
  });

  it('a short task says in a list that nothing was cut', async () => {
    const { task_id } = await lead.call(servers.update, { params: { serverId: some.id }, body: { name: 'short', metadata: {} } });
    const whole = await app.ended(lead, task_id);
    const { data } = await lead.call(tasks.list, { query: { id: task_id } });
    expect([data[0]?.truncated, whole.truncated]).toEqual([false, false]);
    expect(data[0]?.kwargs).toEqual(whole.kwargs);
  });

  it('pages of tasks that were stored whole end before they are too large, and lead to each task once', async () => {
    const { task_id } = await lead.call(servers.update, { params: { serverId: some.id }, body: { name: 'old' } });
    await app.ended(lead, task_id);
    const row = (await app.store.read.get(taskKey(task_id)))!;
    const old = Array.from({ length: 40 }, (_, index) => ({
      ...row,
      id: `old-${index}`,
      document: { ...row.document, id: `old-${index}`, task_id: `old-${index}`, kwargs: { metadata: { key: 'x'.repeat(250_000) } } },
    }));
    for (const one of old) await app.store.transaction((writer) => writer.put(one));
    const { rows, pages, largest } = await follow<Task>(tasks.list.path, 'limit=1000');
    expect(pages).toBeGreaterThan(4);
    expect(largest).toBeLessThanOrEqual(ANSWER);
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(old.map(({ id }) => id)));
    for (const task of rows.filter(({ id }) => id.startsWith('old-')))
      expect([task.truncated, bytes(task.kwargs) <= 1024]).toEqual([true, true]);
    expect((await lead.call(tasks.read, { params: { taskId: 'old-7' } })).kwargs).toEqual(old[7]!.document.kwargs);
  });

  it('pages of full servers end before they are too large, in any order, and lead to each server once', async () => {
    const row = (await app.store.read.get({ engine: 'embedded', kind: 'server', id: some.id }))!;
    const copies = Array.from({ length: 30 }, (_, index) => ({
      ...row,
      id: `full-${index}`,
      document: { ...row.document, id: `full-${index}`, name: `full-${index}`, metadata },
    }));
    for (const one of copies) await app.store.transaction((writer) => writer.put(one));
    for (const sort of ['name:asc', 'created_at:desc', 'block_capacity:desc']) {
      const { rows, pages, largest } = await follow<Server>(servers.list.path, `limit=1000&sort=${sort}`);
      expect([pages > 2, largest <= ANSWER], sort).toEqual([true, true]);
      const ids = rows.map(({ id }) => id);
      expect(new Set(ids).size, sort).toBe(ids.length);
      expect(ids, sort).toEqual(expect.arrayContaining(copies.map(({ id }) => id)));
    }
    const counted = await lead.call(servers.list, { query: { limit: 1000, with_count: true } });
    expect([counted.count! > counted.data.length, typeof counted.marker]).toEqual([true, 'string']);
    await app.store.transaction(async (writer) => {
      for (const { engine, kind, id } of copies) await writer.remove({ engine, kind, id });
    });
  });

  it('a page of servers ends earlier where only the names that are joined to it make it too large', async () => {
    const row = (await app.store.read.get({ engine: 'embedded', kind: 'server', id: some.id }))!;
    const network = (await app.store.read.get({ engine: 'embedded', kind: 'network', id: some.networks[0]!.network_id! }))!;
    const long = { ...network, id: 'long', document: { ...network.document, id: 'long', name: '字'.repeat(255) } };
    const networks = Array.from({ length: 15 }, (_, index) => ({
      ...(row.document['networks'] as object[])[0],
      network_id: 'long',
      mac_addr: `fa:16:3e:00:00:${10 + index}`,
    }));
    const copies = Array.from({ length: 300 }, (_, index) => ({
      ...row,
      id: `wide-${index}`,
      document: { ...row.document, id: `wide-${index}`, networks },
    }));
    await app.store.transaction((writer) => writer.put(long));
    await app.store.transaction((writer) => writer.putMany(copies));
    const { rows, pages, largest } = await follow<Server>(servers.list.path, 'limit=1000');
    expect([pages > 1, largest <= ANSWER, largest > ANSWER / 2]).toEqual([true, true, true]);
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(copies.map(({ id }) => id)));
  });

  it('the audit cuts what it keeps of a large body, and says so', async () => {
    await lead.call(servers.update, { params: { serverId: some.id }, body: { name: 'audited', metadata } });
    const [entry] = await app.store.audit.list({ limit: 1, call: 'servers.update' });
    expect(entry!.body).toMatchObject({ name: 'audited', truncated: true });
    expect(bytes(entry!.body)).toBeLessThan(4200);
    await lead.call(servers.update, { params: { serverId: some.id }, body: { name: 'plain' } });
    expect((await app.store.audit.list({ limit: 1, call: 'servers.update' }))[0]!.body).toEqual({ name: 'plain' });
  });

  it('metadata beyond what compute services take is refused at its field, and no task is made', async () => {
    const codes = async (body: object) => {
      const refused = await lead.refused(servers.update, { params: { serverId: some.id }, body });
      return [refused.status, refused.body.error.data?.field_codes];
    };
    const before = (await lead.call(tasks.list, { query: { with_count: true, limit: 1 } })).count;
    const many = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`k${index}`, '']));
    expect(await codes({ metadata: many })).toEqual([400, { metadata: [{ code: 'too_many', params: { max: 128 } }] }]);
    expect(await codes({ metadata: { k: 'v'.repeat(256) } })).toEqual([
      400,
      { 'metadata.k': [{ code: 'too_long', params: { max: 255 } }] },
    ]);
    expect(await codes({ tags: Array.from({ length: 51 }, (_, index) => `t${index}`) })).toEqual([
      400,
      { tags: [{ code: 'too_many', params: { max: 50 } }] },
    ]);
    expect((await lead.call(tasks.list, { query: { with_count: true, limit: 1 } })).count).toBe(before);
  });
});

describe('bodies', () => {
  let app: TestApp;
  let lead: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite' });
    lead = await app.as('acme-lead', 'acme-prod');
  });
  afterAll(() => app.close());

  const codeOf = ({ json }: Reply): unknown => (json as { error: { err_code: string } }).error.err_code;
  const text = (length: number): string => JSON.stringify({ name: 'x'.repeat(length - 11) });
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    lead.raw('POST', path, { text: body, headers: { 'content-type': 'application/json', ...headers } });

  it('bodies are refused by their size, for each call by its own limit, before they are read', async () => {
    for (const [path, most] of [
      ['/api/v2/login', 16_384],
      ['/api/v2/compute/key_pairs', 65_536],
      ['/api/v2/compute/servers/some/stop', 65_536],
      ['/api/v2/compute/servers', 524_288],
    ] as const) {
      const large = await post(path, text(most + 1));
      expect([large.status, codeOf(large)], path).toEqual([413, 'payload_too_large']);
      expect((await post(path, text(most))).status, path).not.toBe(413);
    }
    const large = await lead.raw('DELETE', '/api/v2/compute/servers', {
      text: text(65_537),
      headers: { 'content-type': 'application/json' },
    });
    expect(codeOf(large)).toBe('payload_too_large');
  });

  it('bodies that claim to be too large, or become so on their way, are answered before they have been sent', async () => {
    const sent = (headers: Record<string, string>, begin: string) =>
      new Promise<number>((resolve, reject) => {
        const asking = request(
          `${app.url}/api/v2/compute/key_pairs`,
          { method: 'POST', headers: { ...lead.headers, 'content-type': 'application/json', ...headers } },
          (answer) => {
            resolve(answer.statusCode ?? 0);
            asking.destroy();
          },
        );
        asking.on('error', reject);
        // It never ends.
        asking.write(begin);
      });
    expect(await sent({ 'content-length': '1000000000' }, '{')).toBe(413);
    expect(await sent({ 'transfer-encoding': 'chunked' }, 'x'.repeat(70_000))).toBe(413);
  });

  it('bodies with a great many mistakes are answered with the first of them', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`k${index}`, 1])));
    const reply = await post('/api/v2/compute/servers', body);
    expect([reply.status, bytes(reply.text) < 30_000]).toEqual([400, true]);
    const long = await post('/api/v2/compute/servers', JSON.stringify({ ['k'.repeat(500_000)]: 1 }));
    expect([long.status, bytes(long.text) < 3000]).toEqual([400, true]);
  });
});
