/**
 * Tests have two tiers: the default one is what lands (`npm test`), the full one is all of them (`npm run test:full`). Of the full tier only are
 *
 * - files named `*.full.test.ts`, `*.full.test.tsx` and `*.full.spec.ts`
 * - tests and groups with the tag `full` (Vitest) or `@full` (Playwright)
 */

/** Whether the full tier runs. */
export const isFull = process.env['GANTRY_TEST_TIER'] === 'full';

/** Cases of a long suite: all of them in the full tier, the first ones in the default tier. */
export const casesOfTier = <T>(all: readonly T[], inDefault = 1): readonly T[] => (isFull ? all : all.slice(0, inDefault));
