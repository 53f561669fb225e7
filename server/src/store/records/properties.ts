/** Properties of domains: the platform's own records, beside whatever engine the domains come from. Values are JSON. */
import { sql } from 'kysely';
import type { Properties, Property } from '../../port/store/records.ts';
import type { Db, Tables } from '../sql/tables.ts';

const COLUMNS = ['domain_id', 'key', 'value', 'access'] as const;

const propertyOf = ({ domain_id: domainId, key, value, access }: Tables['properties']): Property => ({
  domainId,
  key,
  value: JSON.parse(value) as unknown,
  access,
});

export function createPropertyReader(db: Db): Pick<Properties, 'get' | 'ofDomain' | 'readable'> {
  const select = () => db.selectFrom('properties').select(COLUMNS).orderBy('domain_id').orderBy('key');
  return {
    async get(domainId, key) {
      const row = await select().where('domain_id', '=', domainId).where('key', '=', key).executeTakeFirst();
      return row && propertyOf(row);
    },
    async ofDomain(domainId) {
      return (await select().where('domain_id', '=', domainId).execute()).map(propertyOf);
    },
    async readable(whole, limit, after) {
      let query = select().limit(limit);
      if (after) query = query.where(sql<boolean>`(domain_id, key) > (${after.domainId}, ${after.key})`);
      if (whole === 'none') query = query.where('access', '=', 'pub');
      else if (whole !== 'all')
        query = query.where((where) => where.or([where('access', '=', 'pub'), where('domain_id', '=', whole.domainId)]));
      return (await query.execute()).map(propertyOf);
    },
  };
}

/** Properties inside a transaction: reads see its own writes. */
export function createProperties(db: Db): Properties {
  return {
    ...createPropertyReader(db),
    async insert({ domainId, key, value, access }) {
      const made = await db
        .insertInto('properties')
        .values({ domain_id: domainId, key, value: JSON.stringify(value), access })
        .onConflict((conflict) => conflict.columns(['domain_id', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst();
      return made !== undefined;
    },
    async update({ domainId, key, value, access }) {
      const changed = await db
        .updateTable('properties')
        .set({ value: JSON.stringify(value), access })
        .where('domain_id', '=', domainId)
        .where('key', '=', key)
        .returning('key')
        .executeTakeFirst();
      return changed !== undefined;
    },
    async remove(domainId, key) {
      const gone = await db
        .deleteFrom('properties')
        .where('domain_id', '=', domainId)
        .where('key', '=', key)
        .returning('key')
        .executeTakeFirst();
      return gone !== undefined;
    },
  };
}
