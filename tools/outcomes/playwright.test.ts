import { expect, it } from 'vitest';
import { countOutcomes, line } from './outcome.ts';
import { playwrightDurations, playwrightOutcomes, type PlaywrightReport } from './playwright.ts';

const spec = (title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped', retries = 0) => ({
  title,
  file: 'a.spec.ts',
  tests: [
    {
      status,
      results: Array.from({ length: retries + 1 }, (_, retry) => ({
        retry,
        duration: 1500,
        ...(status === 'unexpected' && { errors: [{ message: 'out of time' }, { message: 'not\n  \u001b[31mthere\u001b[39m' }] }),
      })),
    },
  ],
});
const report: PlaywrightReport = {
  config: { configFile: '/elsewhere/x/e2e/playwright.config.ts', rootDir: '/elsewhere/x/e2e/specs' },
  errors: [],
  suites: [
    {
      file: 'a.spec.ts',
      specs: [spec('opens', 'expected'), spec('breaks', 'unexpected')],
      suites: [{ file: 'a.spec.ts', specs: [spec('wavers', 'flaky', 1), spec('sleeps', 'skipped')] }],
    },
  ],
};

it('the Playwright report is read with nested groups, and counts as passed only what passed at once', () => {
  const outcomes = playwrightOutcomes(report);
  expect(outcomes.map(({ title, state }) => `${title}: ${state}`)).toEqual([
    'opens: passed',
    'breaks: failed',
    'wavers: retried',
    'sleeps: skipped',
  ]);
  expect(outcomes[0]?.file).toBe('e2e/specs/a.spec.ts');
  expect(countOutcomes(outcomes)).toEqual({ passed: 1, failed: 3 });
});

it('the Playwright report tells in one line of a test what it failed by', () => {
  const failed = playwrightOutcomes(report).filter(({ state }) => state === 'failed');
  expect(failed.map(line)).toEqual(['failed: e2e/specs/a.spec.ts: breaks: out of time not there']);
});

it('the Playwright report counts an error outside of all tests as a failure', () => {
  expect(playwrightOutcomes({ ...report, suites: [], errors: [{}] })).toMatchObject([{ state: 'failed' }]);
});

it('the Playwright report adds up the time of the tests of a file, those tried twice included, and names the file', () => {
  expect(playwrightDurations(report)).toEqual({ 'e2e/specs/a.spec.ts': 7.5 });
});
