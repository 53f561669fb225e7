import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Cuts } from '../../src/store/cuts.ts';
import { sqliteDialect } from '../../src/store/sqlite-dialect.ts';
import type { Tables } from '../../src/store/tables.ts';

const PIECE = 5;

describe('a count in pieces', () => {
  it('is that of all entries of the scope, whatever came and went since they were cut', async () => {
    // Few names, so that pieces end among entries of the same name.
    const names = fc.array(fc.constantFrom('a', 'ab', 'b', 'ba', 'c'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(names, names, fc.nat(60), fc.constantFrom(0, 60_000), async (first, later, gone, keptMs) => {
        const database = new DatabaseSync(':memory:');
        database.exec('create table list_x (scope integer, rid integer, s_name text, primary key (scope, rid)) without rowid');
        database.exec('create index list_x_name on list_x (scope, s_name, rid)');
        const add = database.prepare('insert into list_x values (?, ?, ?)');
        const db = new Kysely<Tables>({ dialect: sqliteDialect(database, { begin: 'begin', reads: true }) });
        const cuts = new Cuts(PIECE, keptMs);
        const count = (scope: number) =>
          cuts.count({ db, table: 'list_x', column: 's_name', scope }, sql<boolean>`instr(${sql.ref('l.s_name')}, ${'b'}) > 0`);
        const matching = (all: readonly string[]): number => all.filter((name) => name.includes('b')).length;

        for (const [index, name] of first.entries()) add.run(1, index + 1, name);
        add.run(2, 1, 'b');
        expect(await count(1)).toBe(matching(first));
        database.prepare('delete from list_x where scope = 1 and rid <= ?').run(gone);
        for (const [index, name] of later.entries()) add.run(1, first.length + index + 1, name);
        const now = [...first.slice(gone), ...later];
        // By the old cuts where they are kept, else by new ones.
        expect([await count(1), await count(2)]).toEqual([matching(now), 1]);
        await db.destroy();
      }),
      { numRuns: 100 },
    );
  });
});
