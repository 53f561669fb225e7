/** Private key-value records. Values are JSON. */
import type { Records } from '../../port/store/records.ts';
import type { Db } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';

/** After every text that begins with a prefix, by code points. */
const AFTER_ALL = '\u{10FFFF}';
/** Records of a list that names no limit. */
const LIMIT = 10_000;

const parse = (text: string): unknown => JSON.parse(text);

export function createRecordReader(db: Db): Pick<Records, 'get' | 'list' | 'due' | 'nextDue'> {
  return {
    async get(owner, bucket, key) {
      const row = await db
        .selectFrom('records')
        .select('value')
        .where('owner', '=', owner)
        .where('bucket', '=', bucket)
        .where('key', '=', key)
        .executeTakeFirst();
      return row && parse(row.value);
    },
    async list(owner, bucket, { prefix, after, limit = LIMIT } = {}) {
      let query = db.selectFrom('records').select(['key', 'value']).where('owner', '=', owner).where('bucket', '=', bucket);
      if (prefix !== undefined) query = query.where('key', '>=', prefix).where('key', '<', prefix + AFTER_ALL);
      if (after !== undefined) query = query.where('key', '>', after);
      const rows = await query.orderBy('key').limit(limit).execute();
      return rows.map(({ key, value }) => ({ key, value: parse(value) }));
    },
    async due(owner, bucket, now, limit) {
      const rows = await db
        .selectFrom('records')
        .select(['key', 'value', 'due'])
        .where('owner', '=', owner)
        .where('bucket', '=', bucket)
        .where('due', '<=', now)
        .orderBy('due')
        .orderBy('key')
        .limit(limit)
        .execute();
      return rows.flatMap(({ key, value, due }) => (due === null ? [] : [{ key, value: parse(value), due }]));
    },
    async nextDue(owner, bucket) {
      const row = await db
        .selectFrom('records')
        .select('due')
        .where('owner', '=', owner)
        .where('bucket', '=', bucket)
        .where('due', 'is not', null)
        .orderBy('due')
        .limit(1)
        .executeTakeFirst();
      return row?.due ?? undefined;
    },
  };
}

/** Records inside a transaction: reads see its own writes. */
export function createRecords(db: Db): Records {
  return {
    ...createRecordReader(db),
    async put(owner, bucket, key, value, due) {
      const row = { value: JSON.stringify(value ?? null), due: due ?? null };
      const insert = db.insertInto('records').values({ owner, bucket, key, ...row });
      await send(
        db,
        insert.onConflict((conflict) => conflict.columns(['owner', 'bucket', 'key']).doUpdateSet(row)),
      );
    },
    async claim(owner, bucket, key, value) {
      const made = await db
        .insertInto('records')
        .values({ owner, bucket, key, value: JSON.stringify(value ?? null), due: null })
        .onConflict((conflict) => conflict.columns(['owner', 'bucket', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst();
      return made !== undefined;
    },
    async remove(owner, bucket, key) {
      await send(db, db.deleteFrom('records').where('owner', '=', owner).where('bucket', '=', bucket).where('key', '=', key));
    },
  };
}
