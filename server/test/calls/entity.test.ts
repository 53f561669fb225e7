import { describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { entitiesOf } from '../../src/calls/entity.ts';
import type { Reader } from '../../src/port/store/reader.ts';
import type { Row, Visibility } from '../../src/port/store/rows.ts';

const kind = nouns.servers.kinds[0]!;
const at = '2026-01-01T00:00:00.000Z';
const base = { engine: 'e', domainId: 'd', projectId: 'p', userId: null, schemaVersion: 1, createdAt: at, updatedAt: at };
const rowOf = (rowKind: string, id: string, document: Record<string, unknown>): Row => ({
  ...base,
  kind: rowKind,
  id,
  revision: 7,
  document,
});
const visibility: Visibility = { scope: { type: 'project', projectId: 'p', domainId: 'd' }, userId: 'u', domainId: 'd' };

function readerOf(rows: readonly Row[]) {
  const asked: string[] = [];
  const reader: Pick<Reader, 'findMany' | 'seen'> = {
    seen: (name, ids) => {
      asked.push(name);
      return Promise.resolve(new Set(rows.flatMap(({ kind: of, id }) => (of === name && ids.includes(id) ? [id] : []))));
    },
    findMany: <K extends string>(name: K, ids: readonly string[]) => {
      asked.push(name);
      const found = rows.filter((row): row is Row<K> => row.kind === name && ids.includes(row.id));
      return Promise.resolve(new Map(found.map((row) => [row.id, row])));
    },
  };
  return { reader, asked };
}

const servers = Array.from({ length: 50 }, (_, index) =>
  rowOf('server', `s${index}`, {
    name: `server ${index}`,
    host: 'node-1',
    host_status: 'UP',
    project_id: 'p',
    user_id: 'u',
    image: index % 2 === 0 ? { id: 'i', name: null, os_type: 'linux' } : null,
    networks: [{ network_id: 'seen', security_group_ids: ['g'] }, { network_id: 'foreign' }, { network_id: null }],
    volumes: [{ id: `v${index}`, delete_on_termination: true }],
  }),
);

describe('names from other things', () => {
  it('the names of other resources cost one query per join, however many rows', async () => {
    const { reader, asked } = readerOf([]);
    await entitiesOf(kind, servers, reader, visibility);
    expect(asked.toSorted()).toEqual(kind.joins!.map((join) => join.kind).toSorted());
  });

  it('the names of other resources are filled in where the reader sees the resource, else null', async () => {
    const { reader } = readerOf([
      rowOf('project', 'p', { name: 'mine' }),
      rowOf('network', 'seen', { name: 'lan', ipam_enabled: true }),
      rowOf('image', 'i', { name: 'debian' }),
      rowOf('volume', 'v0', { name: 'boot', size: 10 }),
    ]);
    const [first, second] = await entitiesOf(kind, servers, reader, visibility);
    expect(first).toMatchObject({
      id: 's0',
      revision: 7,
      project_id: 'p',
      domain_id: 'd',
      project_name: 'mine',
      image: { id: 'i', name: 'debian', os_type: 'linux' },
      networks: [
        { network_id: 'seen', name: 'lan', ipam_enabled: true },
        { network_id: 'foreign', name: null, ipam_enabled: null },
        { network_id: null, name: null, ipam_enabled: null },
      ],
      volumes: [{ id: 'v0', name: 'boot', size: 10 }],
    });
    expect(second).toMatchObject({ image: null, volumes: [{ id: 'v1', name: null, size: null }] });
  });

  it('filling in names leaves the stored document as it is, and system members to the system scope', async () => {
    const { reader } = readerOf([]);
    const before = structuredClone(servers[0]!.document);
    const [tenant] = await entitiesOf(kind, servers.slice(0, 1), reader, visibility);
    const [system] = await entitiesOf(kind, servers.slice(0, 1), reader, { ...visibility, scope: { type: 'system' } });
    expect([tenant!['host'], tenant!['host_status'], system!['host'], system!['host_status']]).toEqual([null, null, 'node-1', 'UP']);
    expect(servers[0]!.document).toEqual(before);
  });
});

describe('what a task worked on', () => {
  it('a task tells which of its items are gone, by one query however many items a page of tasks names', async () => {
    const tasks = nouns.tasks.kinds[0]!;
    const made = Array.from({ length: 3 }, (_, task) =>
      rowOf('task', `t${task}`, {
        entity: 'server',
        items: [
          ...Array.from({ length: 200 }, (_, index) => ({
            id: `${task}-${index}`,
            name: `${task}-${index}`,
            state: 'success',
            error: null,
          })),
          { id: null, name: 'not made', state: 'failed', error: null },
        ],
      }),
    );
    const there = made.flatMap(({ document }) => (document['items'] as { id: string | null }[]).slice(1).flatMap(({ id }) => id ?? []));
    const { reader, asked } = readerOf(there.map((id) => rowOf('server', id, {})));
    const shown = await entitiesOf(tasks, made, reader, visibility);
    for (const { items } of shown as { items: { id: string | null; gone?: boolean }[] }[]) {
      expect(items.map(({ gone }) => gone)).toEqual([true, ...Array.from({ length: 199 }, () => false), undefined]);
    }
    expect(asked.filter((name) => name === 'server')).toHaveLength(1);
  });
});
