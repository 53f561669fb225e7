import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/lib/chromium.ts';
import { browserReport, reportsFolder } from '../tools/outcomes/paths.ts';
import { REAL_CLOUD } from './support/clouds.ts';
import type { Shared } from './support/fixtures.ts';

export default defineConfig<object, Shared>({
  testDir: 'specs',
  outputDir: join(reportsFolder, 'browser'),
  globalSetup: './support/global-setup.ts',
  // A test that passes at the second try has found something.
  retries: 0,
  // A real cloud is one for all of them.
  workers: REAL_CLOUD === undefined ? 2 : 1,
  fullyParallel: false,
  forbidOnly: true,
  // Generous, for a busy machine: no test is about time. A real cloud takes its own.
  timeout: REAL_CLOUD === undefined ? 240_000 : 1_800_000,
  // All of them together: `npm test` never waits for ever (tools/test.ts).
  globalTimeout: REAL_CLOUD === undefined ? 35 * 60_000 : 0,
  expect: { timeout: REAL_CLOUD === undefined ? 60_000 : 180_000 },
  // The main paths run on each engine. What makes a cloud fail is for clouds that may fail.
  projects: [
    { name: 'embedded', grepInvert: /@faults/, use: { cloudName: 'embedded' } },
    { name: 'openstack', grep: REAL_CLOUD === undefined ? /@main|@faults/ : /@main/, use: { cloudName: 'openstack' } },
  ],
  reporter: [[process.stdout.isTTY ? 'list' : 'dot'], ['json', { outputFile: browserReport() }]],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What is seen is in the last picture; a film of each test, or a copy of the page at each step, takes more time than the test (`--trace=on`).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
});
