/**
 * Method, path, status and names of the fields of every call that the specification prints (S0, S1 and S2, each §7), as literals: nothing
 * here comes from the contract, so that a change of both sides of the product does not stay unseen. `printed-calls.tsv` is written from the
 * specification; a status of `-` says that the call is not mounted yet. A field with `!` before it is printed and not answered yet.
 *
 * `rows` are requirements whose probe the line's own test observes: they stand in its title. `elsewhere` are those of the call whose probe takes
 * more than one answer, each with the file whose titles name it: `api.logout@server/test/http/sessions.test.ts`.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, type Reply } from '../support/client.ts';
import type { RawRequest } from '../support/raw-request.ts';
import { fieldFaults, fill, prepare, type Stage } from './support/printed.ts';

const [head, ...lines] = readFileSync(new URL('printed-calls.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const printed = lines.map((line) => {
  const [source = '', rows = '', elsewhere = '', as = '', method = '', path = '', status = '', body = '', answer = ''] = line.split('\t');
  const proofs = elsewhere === '-' ? [] : elsewhere.split(' ').map((one) => one.split('@', 2) as [id: string, file: string]);
  return { source, rows: rows === '-' ? [] : rows.split(', '), proofs, as, method, path, status, body, answer };
});
const mounted = printed.filter(({ status }) => status !== '-');
const absent = printed.filter(({ status }) => status === '-');

/** What a request brings: JSON, or bytes with these headers. */
function sentWith(body: string): RawRequest {
  if (body === '-') return {};
  if (!body.startsWith('bytes ')) return { body: JSON.parse(body) as unknown };
  const headers = JSON.parse(body.slice('bytes '.length)) as Record<string, string>;
  return { text: 'bytes'.padEnd(512, '.'), headers: { 'content-type': 'application/octet-stream', ...headers } };
}

describe('the calls that the specification prints', () => {
  let app: TestApp;
  let stage: Stage;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '12' } });
    stage = await prepare(app.app.selfServiceUrl, app.app.adminUrl);
  });
  afterAll(() => app.close());

  it('the printed calls are a table of nine columns, each call once', () => {
    expect(head).toBe('source\trows\telsewhere\tas\tmethod\tpath\tstatus\tbody\tanswer');
    for (const line of lines) expect(line.split('\t'), line).toHaveLength(9);
    const places = printed.map(({ method, path }) => `${method} ${path}`);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    expect(printed).toHaveLength(323);
  });

  /** Mounted calls that the specification prints without a requirement of their own, or with one that no test claims. */
  const WITHOUT = [
    'GET /api/v2/login?domain=acme',
    'POST /api/v2/domains/{domain}/props/GeneralTheme',
    'POST /api/v2/domains/{domain}/users',
    'POST /api/v2/domains/{domain}/groups',
    'PATCH /api/v2/domains/{domain}/groups/{userGroup}',
    'DELETE /api/v2/domains/{domain}/groups',
    'DELETE /api/v2/compute/networks/private/{otherNetwork}?delete_vlan_interfaces=true',
    'POST /api/v2/compute/routers',
    'DELETE /api/v2/compute/routers/{otherRouter}',
  ];

  it('every mounted call names its requirements: in its own title, or with the file whose titles name them', () => {
    const unnamed = mounted.flatMap(({ rows, proofs, method, path }) => (rows.length + proofs.length === 0 ? `${method} ${path}` : []));
    expect(unnamed).toEqual(WITHOUT);
    const texts = new Map<string, string>();
    const textOf = (file: string): string => {
      const text = texts.get(file) ?? readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
      texts.set(file, text);
      return text;
    };
    const isNamed = (id: string, file: string): boolean =>
      [...textOf(file).matchAll(/ \[([\w.-]+(?:, [\w.-]+)*)\]['"`]/g)].some(([, ids = '']) => ids.split(', ').includes(id));
    const wrong = printed.flatMap(({ rows, proofs, status, method, path }) =>
      proofs.flatMap(([id, file]) =>
        status === '-' || rows.includes(id) || !isNamed(id, file) ? `${method} ${path}: ${id} is not named in ${file}` : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  /** Refusals that only a call which is there answers: what an engine lacks, and what its state forbids. */
  const refusals = new Set(['501', '409']);

  // Titles made by `it.each` would be cut.
  for (const { rows, as, method, path, status, body, answer } of mounted)
    it(`${method} ${path} answers ${status} with the printed fields${rows.length === 0 ? '' : ` [${rows.join(', ')}]`}`, async () => {
      const reply = await stage.clients[as]!.raw(method, fill(path, stage.values), {
        ...sentWith(fill(body, stage.values)),
      });
      expect([reply.status, reply.status < 400 || refusals.has(status) ? '' : reply.text]).toEqual([Number(status), '']);
      expect(fieldFaults(reply.json, answer === '-' ? [] : answer.split(' '))).toEqual([]);
      // What is joined is there for the row that takes it away.
      if (method === 'PUT' && status === '202') await app.ended(stage.clients[as]!, (reply.json as { task_id: string }).task_id);
    });

  /** Without a session a mounted call answers 401 or better; an address that leads nowhere 404 or 405, outside of the API the console itself. */
  const leadsNowhere = ({ status, headers }: Reply): boolean =>
    status === 404 || status === 405 || headers.get('content-type')?.startsWith('text/html') === true;

  it('the printed calls that are said to be missing lead nowhere', async () => {
    const nobody = new Client(app.app.adminUrl);
    const there: string[] = [];
    for (const { method, path } of absent) {
      const reply = await nobody.raw(method, path.replace(/\{\w+\}/g, 'x1'));
      if (!leadsNowhere(reply)) there.push(`${method} ${path} answers ${reply.status}: say with what`);
    }
    expect(there).toEqual([]);
    expect(leadsNowhere(await nobody.raw('GET', '/api/v2/compute/servers'))).toBe(false);
  });

  it('every call that says it is a printed one is in the table of printed calls', () => {
    const shape = (path: string): string =>
      path
        .split('?', 1)[0]!
        .replace(/\/$/, '')
        .replace(/\{\w+\}/g, '{}')
        .replace('/GeneralTheme', '/{}')
        .replace('/networks/private/{}', '/networks/{}/{}');
    const known = new Set(mounted.map(({ method, path }) => `${method} ${shape(path)}`));
    const ours = new Set([
      'servers.attachInterface',
      'servers.updateInterface',
      'servers.detachInterface',
      'volumeSnapshots.bulkDelete',
      'volumes.bulkDelete',
      'networks.update',
      'networks.bulkDelete',
      'networks.deleteSubnet',
      'securityGroups.bulkDelete',
      'routers.bulkDelete',
      'floatingIps.create',
      'floatingIps.read',
      'floatingIps.update',
      'floatingIps.assign',
      'floatingIps.release',
      'floatingIps.delete',
      'floatingIps.bulkRelease',
      'floatingIps.bulkDelete',
    ]);
    const unlisted = calls
      .filter(({ id, source, method, path }) => /S\d §7/.test(source) && !ours.has(id) && !known.has(`${method} ${shape(path)}`))
      .map(({ id }) => id);
    expect(unlisted).toEqual([]);
  });
});

describe('the names of fields', () => {
  it.each([
    [{ a: { b: 1 } }, 'a.b', []],
    [{ a: { c: 1 } }, 'a.b', ['a.b is missing']],
    [{ data: [{ id: 1 }, { id: null }] }, 'data[].id', []],
    [{ data: [{ id: 1 }, {}] }, 'data[].id', ['data[].id is missing']],
    [{ data: [] }, 'data[].id', ['data[].id is missing']],
    [{ data: [{ a: null }, { a: { b: 1 } }] }, 'data[].a.b', []],
    [{ data: [{ a: null }] }, 'data[].a.b', ['data[].a.b is missing']],
    [{ a: 1 }, '!b', []],
    [{ a: 1, b: null }, '!b', ['b is answered by now: take the mark away']],
    [null, 'a', ['a is missing']],
  ])('the field names of %j are compared with %s', (json, field, faults) => {
    expect(fieldFaults(json, [field])).toEqual(faults);
  });
});
