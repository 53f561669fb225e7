import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { databases } from '../support/databases.ts';
import { tenants } from './support/draws.ts';
import { settle } from './support/people.ts';
import { step, World } from './support/world.ts';

/** Worlds on SQLite: GANTRY_TEST_WORLDS (`npm run worlds`). PostgreSQL, which the store's own worlds ask as well, has a third of them. */
const RUNS = Number(process.env['GANTRY_TEST_WORLDS'] ?? 8);
/** People of a world at most, give or take one user. */
const PEOPLE = 7;

describe.each(databases)('many tenants at once on $name', ({ name }) => {
  let app: TestApp;
  let runs = 0;
  let asked = 0;
  const worlds = name === 'sqlite' ? RUNS : Math.ceil(RUNS / 3);
  beforeAll(async () => {
    app = await startTestApp({ database: name, env: { GANTRY_SAMPLE_SERVERS: '0' } });
  });
  afterAll(async () => {
    console.log(`sight over HTTP on ${name}: ${asked} answers in ${runs} worlds`);
    await app.close();
  });

  it(
    'many tenants at once get the answers and events of the model: nothing leaks, nothing is missing',
    { timeout: 180_000 + worlds * 30_000 },
    async () => {
      const drawn = fc
        .nat()
        .map(() => `r${(runs += 1)}x`)
        .chain((prefix) => tenants(prefix).map((among) => ({ prefix, among })))
        .chain(({ prefix, among }) =>
          fc.record({
            prefix: fc.constant(prefix),
            among: fc.constant(among),
            steps: fc.array(step(among, prefix), { minLength: 50, maxLength: 80 }),
          }),
        );
      const property = fc.asyncProperty(drawn, async ({ prefix, among, steps }) => {
        const people = await settle(app, among, PEOPLE);
        fc.pre(people.length > 0);
        const world = new World(app, people, prefix);
        try {
          for (const one of steps) await world.take(one);
          await world.end();
        } finally {
          asked += world.asked;
          await world.close();
        }
      });
      await fc.assert(property, { numRuns: worlds, endOnFailure: true });
      expect(asked).toBeGreaterThan(worlds);
    },
  );
});
