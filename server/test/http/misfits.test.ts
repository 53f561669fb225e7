/** Whatever value any member of any row has, all others are answered as before. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { listen } from '../../../fakes/socket.ts';
import { casesOfTier } from '../../../tools/lib/tier.ts';
import { startTestApp, UNHURRIED, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { detailsOf, goodRow, listed, ODD, oddRows } from './support/odd-rows.ts';

type Shown = Record<string, unknown> & { id: string };

/** A row without what is measured of it, which is another a moment later. */
const lasting = (row: Shown | undefined) => row && { ...row, statistics: Object.keys(row['statistics'] ?? {}) };

describe.each(databases)('rows with a value that does not fit on $name', ({ name: database }) => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { ...UNHURRIED, GANTRY_SAMPLE_SERVERS: '2' } });
    admin = await app.as('admin', 'own');
  });
  afterAll(() => app.close());

  /** All rows of a list, page by page as an export reads them. */
  async function all(path: string, query = ''): Promise<Map<string, Shown>> {
    const found = new Map<string, Shown>();
    for (let marker: string | undefined; ;) {
      const page = `${path}?limit=200${query}${marker === undefined ? '' : `&marker=${encodeURIComponent(marker)}`}`;
      const { status, json } = await admin.raw('GET', page);
      expect([page, status]).toEqual([page, 200]);
      const { data, marker: next } = json as { data: Shown[]; marker?: string };
      for (const row of data) found.set(row.id, row);
      marker = next;
      if (marker === undefined) return found;
    }
  }

  it.each(listed.map(({ kind, path }) => [kind.name, { kind, path }] as const))(
    'odd rows of the kind %s leave list, details, search, socket and export of all others as they are',
    async (_, { kind, path }) => {
      const before = await all(path);
      // One value of each member in the default tier, all of them in the full one.
      const { shares, ...sample } = await goodRow(app, kind);
      const rows = oddRows(kind, sample, (place) => casesOfTier([ODD[place % ODD.length], ...ODD]));
      expect(rows.length).toBeGreaterThan(2);
      const good = `good-${kind.name}`;
      const socket = await listen(app.url, admin);
      await app.store.transaction(async (writer) => {
        for (const row of rows) await writer.put(row);
        await writer.put({ ...sample, ...(shares && { shares }), id: good, document: { ...sample.document, id: good, name: good } });
      });
      const shown = await all(path);
      for (const [id, row] of before) expect(lasting(shown.get(id))).toEqual(lasting(row));
      for (const { id, document } of rows) {
        const { unreadable = [], ...row } = shown.get(id)!;
        expect([id, kind.entity.safeParse(row).error]).toEqual([id, undefined]);
        // What is filled in when a row is read is right again.
        const odd = Object.keys(document).filter((member) => !isDeepStrictEqual(row[member], document[member]));
        expect([id, odd]).toEqual([id, expect.arrayContaining(unreadable as string[])]);
        expect([id, odd.length]).not.toEqual([id, 0]);
      }
      expect(rows.some(({ id }) => shown.get(id)!['unreadable'] !== undefined)).toBe(true);
      const details = detailsOf(kind);
      for (const { id } of details === undefined ? [] : casesOfTier([rows[0]!, ...rows])) {
        const { status, json } = await admin.raw('GET', details!.replace(/\{.*\}/, id));
        expect([id, status, (json as Shown).id]).toEqual([id, 200, id]);
      }
      await admin.call(nouns.search.calls.find, { query: { text: 'odd-' } });
      const { data: hits } = await admin.call(nouns.search.calls.find, { query: { text: good } });
      if (kind.fields['name']?.filter?.includes('contains'))
        expect(hits).toContainEqual(expect.objectContaining({ kind: kind.name, id: good }));
      const changed = new Set([good, ...rows.map(({ id }) => id)]);
      await vi.waitFor(() => expect(new Set(socket.changes().map(({ id }) => id))).toEqual(changed), 5_000);
      socket.close();
    },
  );
});
