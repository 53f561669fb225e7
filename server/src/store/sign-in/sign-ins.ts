/** Counts of wrong passwords, and the devices that accounts are known from. Keys, accounts and devices come as hashes. */
import { sql } from 'kysely';
import { databaseNow, type Database } from '../sql/database.ts';
import type { SignInStore } from '../../port/store/sign-in.ts';

export function createSignInStore({ flavour, read, write }: Database): SignInStore {
  const clock = databaseNow(flavour);

  /** Milliseconds that a count with no places left still lasts; undefined where there is one. */
  async function waitFor(key: string, limit: number): Promise<number | undefined> {
    const { rows } = await sql<{ wait: number }>`select until - ${clock} as wait from sign_in_counts
      where key = ${key} and failures >= ${limit} and until > ${clock}`.execute(read);
    return rows[0]?.wait;
  }

  return {
    async take(key, limit, window) {
      // Looked at first: while nothing is left, those who knock write nothing.
      const wait = await waitFor(key, limit);
      if (wait !== undefined) return { wait };
      // One statement: of several who take at the same time each gets a place of its own. No row: there was none left.
      const taken = await sql<{ place: number }>`
        insert into sign_in_counts as counted (key, failures, until) values (${key}, 1, ${clock} + ${window})
        on conflict (key) do update set
          failures = case when counted.until > ${clock} then counted.failures + 1 else 1 end,
          until = case when counted.until > ${clock} then counted.until else excluded.until end
        where counted.until <= ${clock} or counted.failures < ${limit}
        returning failures as place`.execute(write);
      const place = taken.rows[0]?.place;
      return place === undefined ? { wait: (await waitFor(key, limit)) ?? 0 } : { place };
    },
    async giveBack(key) {
      await sql`update sign_in_counts set failures = failures - 1 where key = ${key} and failures > 0`.execute(write);
    },
    async forget(key) {
      await write.deleteFrom('sign_in_counts').where('key', '=', key).execute();
    },
    async acquaintance(account, device) {
      const rows = await read.selectFrom('sign_in_devices').select('device').where('account', '=', account).execute();
      if (rows.length === 0) return 'none';
      return rows.some((row) => row.device === device) ? 'device' : 'account';
    },
    async remember(account, device, most) {
      await sql`insert into sign_in_devices (account, device, used) values (${account}, ${device}, ${clock})
        on conflict (account, device) do update set used = excluded.used`.execute(write);
      const kept = write.selectFrom('sign_in_devices').select('device').where('account', '=', account);
      await write
        .deleteFrom('sign_in_devices')
        .where('account', '=', account)
        .where('device', 'not in', kept.orderBy('used', 'desc').orderBy('device').limit(most))
        .execute();
    },
    async prune(devices) {
      await sql`delete from sign_in_counts where until <= ${clock}`.execute(write);
      await sql`delete from sign_in_devices where used < ${clock} - ${devices}`.execute(write);
    },
  };
}
