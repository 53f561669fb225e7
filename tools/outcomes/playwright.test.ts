import { expect, it } from 'vitest';
import { countOutcomes } from './outcome.ts';
import { playwrightOutcomes, type PlaywrightReport } from './playwright.ts';

const spec = (title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped', retries = 0) => ({
  title,
  file: 'a.spec.ts',
  tests: [{ status, results: Array.from({ length: retries + 1 }, (_, retry) => ({ retry })) }],
});
const report: PlaywrightReport = {
  config: { rootDir: '/x/e2e/specs' },
  errors: [],
  suites: [
    {
      file: 'a.spec.ts',
      specs: [spec('opens', 'expected'), spec('breaks', 'unexpected')],
      suites: [{ file: 'a.spec.ts', specs: [spec('wavers', 'flaky', 1), spec('sleeps', 'skipped')] }],
    },
  ],
};

it('reads every test of nested groups, and counts as passed only what passed at once', () => {
  const outcomes = playwrightOutcomes(report, '/x');
  expect(outcomes.map(({ title, state }) => `${title}: ${state}`)).toEqual([
    'opens: passed',
    'breaks: failed',
    'wavers: retried',
    'sleeps: skipped',
  ]);
  expect(outcomes[0]?.file).toBe('e2e/specs/a.spec.ts');
  expect(countOutcomes(outcomes)).toEqual({ passed: 1, failed: 3 });
});

it('counts an error outside of all tests as a failure', () => {
  expect(playwrightOutcomes({ ...report, suites: [], errors: [{}] }, '/x')).toMatchObject([{ state: 'failed' }]);
});
