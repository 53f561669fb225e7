/** The fuzz test of one database. Two files call it, so that both databases are attacked at the same time. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { isFull } from '../../../../tools/lib/tier.ts';
import type { DatabaseName } from '../../support/databases.ts';
import { Run, type Extent } from './run.ts';
import { openWorld, type World } from './world.ts';

/** Requests of `npm run fuzz -- --requests=1000000`, to both databases together. */
const REQUESTS = Number(process.env['GANTRY_FUZZ_REQUESTS'] ?? 0);
/**
 * Without it: until each call was accepted once, and in the default tier the first thousand. PostgreSQL, which sees the same statements for
 * whatever noun, has its part of them.
 */
const SAMPLE: Readonly<Record<DatabaseName, Extent>> = {
  sqlite: isFull ? { least: 3_000, most: 20_000 } : { least: 1_000, most: 1_000 },
  postgres: { least: 1_500, most: 1_500 },
};
/** Fewer requests than this need not reach each call. */
const MANY = 10_000;
/** A request takes longer on PostgreSQL: so shared, both end at about the same time. */
const SHARE: Readonly<Record<DatabaseName, number>> = { sqlite: 0.76, postgres: 0.24 };
const SEED = Number(process.env['GANTRY_FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
/** Where results are left for whoever started the run. */
const REPORT = process.env['GANTRY_FUZZ_REPORT'];

function extentOn(database: DatabaseName): Extent {
  if (REQUESTS === 0) return SAMPLE[database];
  const count = Math.ceil(REQUESTS * SHARE[database]);
  return { least: count, most: count };
}

export function attack(database: DatabaseName): void {
  const extent = extentOn(database);
  describe(`any request on ${database}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await openWorld(database);
    });
    afterAll(() => world.app.close());

    it(
      'any request is answered as the contract says, and changes nothing when it is refused',
      { timeout: 300_000 + (REQUESTS === 0 ? 0 : extent.most * 100) },
      async () => {
        const result = await new Run(world, SEED).fire(extent);
        const { requests, share, watched, statuses, faults, violations, missed, took } = result;
        if (REPORT) {
          mkdirSync(REPORT, { recursive: true });
          writeFileSync(join(REPORT, `${database}.json`), JSON.stringify(result));
        }
        const seconds = Math.round(took / 1000);
        console.log(
          `fuzz on ${database}: ${requests} requests in ${seconds} s, ${Math.round(100 * share)} % accepted, ${watched} watched, seed ${SEED} ${JSON.stringify(statuses)}, missed ${JSON.stringify(missed)}`,
        );
        expect(faults).toEqual([]);
        expect(violations).toBe(0);
        // Of few requests chance decides more; that each call was accepted is the better proof of them.
        expect(share).toBeGreaterThanOrEqual(extent.least >= MANY ? 0.3 : 0.15);
        if (extent.most >= MANY) expect(missed).toEqual([]);
        for (const { client, standing } of world.attackers)
          if (standing) expect((await client.reply(nouns.session.calls.whoami)).status).toBe(200);
      },
    );
  });
}
