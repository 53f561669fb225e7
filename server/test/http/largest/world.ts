/** A server with things as full as the contract lets them become, and its largest requests. */
import { request } from 'node:http';
import { kinds, nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { parseSort } from '@gantry/contract/wire/query';
import type { Document, Row, RowInput, Visibility } from '../../../src/port/store/rows.ts';
import { startTestApp, UNHURRIED, type TestApp } from '../../support/app.ts';
import type { DatabaseName } from '../../support/databases.ts';

export interface Answered {
  status: number;
  bytes: number;
  /** Of a refusal. */
  code: string | undefined;
}

const SYSTEM: Visibility = { scope: { type: 'system' }, userId: '', domainId: '' };
const LONG_NAME = '字'.repeat(255);

const metadata = Object.fromEntries(
  Array.from({ length: 128 }, (_, index) => [`${index}`.padEnd(255, '字'), `${index}`.padEnd(255, '値')]),
);
const item = {
  id: 'x'.repeat(128),
  name: LONG_NAME,
  state: 'failed',
  error: { code: 'engine_refused', message: LONG_NAME, params: {}, reason: null, detail: 'x'.repeat(1024), request_id: 'x'.repeat(128) },
};

/** What makes a thing of a kind full, beside its name. A server without disks and networks is nobody else's. */
const FULL: Readonly<Record<string, Document>> = {
  server: { metadata, tags: Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(60, '字')), volumes: [], networks: [], network_data: [] },
  key_pair: { public_key: `ssh-ed25519 ${'字'.repeat(16_000)}` },
  flavor: { project_ids: Array.from({ length: 200 }, (_, n) => `${n}`.padEnd(128, 'x')) },
  task: { items: Array.from({ length: 200 }, () => item) },
};
const DESCRIPTION = '字'.repeat(1024);

export class LargestWorld {
  readonly app: TestApp;
  /** Headers of those who ask: a tenant, and an administrator of the system. */
  readonly #people: readonly Readonly<Record<string, string>>[];
  readonly #ids: ReadonlyMap<string, readonly string[]>;

  constructor(app: TestApp, people: readonly Readonly<Record<string, string>>[], ids: ReadonlyMap<string, readonly string[]>) {
    this.app = app;
    this.#people = people;
    this.#ids = ids;
  }

  /** Another id of a kind for each number; undefined where there are no more. */
  idOf(kind: string, number = 0): string | undefined {
    return this.#ids.get(kind)?.[number];
  }

  /** Asks as the tenant, and as the administrator what the tenant may not do. A session that ends by it is one of its own. */
  async *ask({ id, method }: Call, path: string, text: string | undefined): AsyncGenerator<Answered> {
    for (const own of this.#people) {
      const headers = id === 'session.logout' ? (await this.app.as('acme-lead', 'acme-prod')).headers : own;
      const answered = await this.#send(method, path, text, headers);
      yield answered;
      if (answered.status !== 403) return;
    }
  }

  /** Reads the answer to its end and keeps its size. */
  #send(method: string, path: string, text: string | undefined, headers: Readonly<Record<string, string>>): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const type = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` };
      const asking = request(`${this.app.url}${path}`, { method, headers: { ...headers, ...type } }, (answer) => {
        const status = answer.statusCode ?? 0;
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (status >= 400) parts.push(part);
        });
        answer.on('error', reject);
        answer.on('end', () => resolve({ status, bytes, code: status >= 400 ? codeIn(Buffer.concat(parts).toString()) : undefined }));
      });
      asking.on('error', reject);
      asking.end(text);
    });
  }
}

const codeIn = (text: string): string => (JSON.parse(text) as { error: { err_code: string } }).error.err_code;

/** Starts a server with the sample tenants, and beside each thing of theirs so many full ones. */
export async function openLargest(database: DatabaseName, things: number): Promise<LargestWorld> {
  const app = await startTestApp({ database, env: { ...UNHURRIED, GANTRY_SAMPLE_SERVERS: '4' } });
  const lead = await app.as('acme-lead', 'acme-prod');
  const system = await app.as('admin', 'own');
  const { data } = await lead.call(nouns.servers.calls.list);
  const named = { name: 'made', metadata: {} };
  const { task_id } = await lead.call(nouns.servers.calls.update, { params: { serverId: data[0]!.id }, body: named });
  await app.ended(lead, task_id);
  const ids = new Map<string, string[]>();
  for (const kind of kinds.values()) {
    const request = { kind, visibility: SYSTEM, filters: {}, sort: parseSort(kind.defaultSort)!, limit: 100 };
    const { rows } = await app.store.read.list(request);
    const near = rows.find(({ projectId }) => projectId === data[0]!.project_id) ?? rows[0];
    const copies = near ? Array.from({ length: things }, (_, index) => fullOne(near, index)) : [];
    // A transaction each: many of them are too large to be written at once.
    for (const copy of copies) await app.store.transaction((writer) => writer.put(copy));
    ids.set(kind.name, [...(near ? [near.id] : []), ...copies.map(({ id }) => id)]);
  }
  return new LargestWorld(app, [lead.headers, system.headers], ids);
}

/** Things that others depend on, by their id or their name, stay as few as they are. */
function fullOne(row: Row, index: number): RowInput {
  const id = `full-${row.kind}-${index}`;
  const { engine, kind, domainId, projectId, userId, document } = row;
  const owner = { domainId: kind === 'domain' ? id : domainId, projectId: kind === 'project' ? id : projectId, userId };
  const texts = { name: LONG_NAME, ...('description' in document && { description: DESCRIPTION }) };
  return {
    engine,
    kind,
    id,
    ...owner,
    document: { ...document, ...texts, ...(kind === 'task' && { name: document['name'] }), ...FULL[kind], id },
  };
}
