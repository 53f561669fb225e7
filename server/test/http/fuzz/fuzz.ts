/** The fuzz test of one database. Two files call it, so that both databases are attacked at the same time. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { DatabaseName } from '../../support/databases.ts';
import { Run } from './run.ts';
import { BY_CHANCE } from './shot.ts';
import { openWorld, type World } from './world.ts';

/** Requests to both databases together; `npm run fuzz -- --requests=1000000` sends more. */
const REQUESTS = Number(process.env['GANTRY_FUZZ_REQUESTS'] ?? 50_000);
/** A request takes longer on PostgreSQL: so shared, both end at about the same time. */
const SHARE: Readonly<Record<DatabaseName, number>> = { sqlite: 0.76, postgres: 0.24 };
const SEED = Number(process.env['GANTRY_FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
/** Where results are left for whoever started the run. */
const REPORT = process.env['GANTRY_FUZZ_REPORT'];
export function attack(database: DatabaseName): void {
  const count = Math.ceil(REQUESTS * SHARE[database]);
  describe(`any request on ${database}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await openWorld(database);
    });
    afterAll(() => world.app.close());

    it('is answered as the contract says, and changes nothing when it is refused', { timeout: 300_000 + count * 100 }, async () => {
      const result = await new Run(world, SEED).fire(count);
      const { requests, accepted, watched, statuses, faults, violations, took } = result;
      if (REPORT) {
        mkdirSync(REPORT, { recursive: true });
        writeFileSync(join(REPORT, `${database}.json`), JSON.stringify(result));
      }
      const share = Math.round((100 * accepted) / requests);
      const seconds = Math.round(took / 1000);
      console.log(
        `fuzz on ${database}: ${requests} requests in ${seconds} s, ${share} % accepted, ${watched} watched, seed ${SEED} ${JSON.stringify(statuses)}`,
      );
      expect(faults).toEqual([]);
      expect(violations).toBe(0);
      expect(accepted / requests).toBeGreaterThanOrEqual(0.3);
      const missed = calls.map(({ id }) => id).filter((id) => !BY_CHANCE.has(id) && !result.calls.includes(id));
      if (requests >= 10_000) expect(missed).toEqual([]);
      for (const { client, standing } of world.attackers)
        if (standing) expect((await client.reply(nouns.session.calls.whoami)).status).toBe(200);
    });
  });
}
