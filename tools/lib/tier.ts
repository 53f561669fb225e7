/**
 * Tests have two tiers: the default one is what lands (`npm test`), the full one is all of them (`npm run test:full`). In the full tier only are
 *
 * - files named `*.full.test.ts`, `*.full.test.tsx` and `*.full.spec.ts`
 * - tests and groups with the tag `full` (`FULL`), or `@full` in the browser
 * - what `casesOfTier` leaves out of the default tier
 */

/** Names the tier in the environment of a run: `full`, or the default one where it is absent. */
const VARIABLE = 'GANTRY_TEST_TIER';

/** Whether the full tier runs. */
export const isFull = process.env[VARIABLE] === 'full';

/** Environment of a run of the full tier. */
export const FULL_ENV = { [VARIABLE]: 'full' };

/** Files of the full tier only. */
export const FULL_FILES = '**/*.full.test.{ts,tsx}';

/** Options of a Vitest test or group of the full tier only: `it('…', FULL, () => …)`. */
export const FULL = { tags: ['full'] };

/** Cases of a long suite: all of them in the full tier, the first ones in the default tier. */
export const casesOfTier = <T>(all: readonly T[], inDefault = 1): readonly T[] => (isFull ? all : all.slice(0, inDefault));
