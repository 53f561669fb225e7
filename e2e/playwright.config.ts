import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/lib/chromium.ts';
import { isFull } from '../tools/lib/tier.ts';
import { browserReport, reportsFolder } from '../tools/outcomes/paths.ts';
import { REAL_CLOUD } from './support/clouds.ts';
import type { Shared } from './support/fixtures.ts';

/** Whoever names a real cloud wants all that can be told of it. */
const isWhole = isFull || REAL_CLOUD !== undefined;

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
  globalTimeout: REAL_CLOUD === undefined ? (isFull ? 150 : 35) * 60_000 : 0,
  expect: { timeout: REAL_CLOUD === undefined ? 60_000 : 180_000 },
  // The full tier is all tests: also files named `*.full.spec.ts` and tests tagged `@full` (tools/lib/tier.ts).
  testIgnore: isWhole ? [] : '**/*.full.spec.ts',
  // Beside the embedded platform, OpenStack runs the main paths (`@main`) and what makes a cloud fail (`@faults`), the latter only where a
  // cloud may fail; in the default tier no more than sign-in, SSH keys and one server (`@engines`).
  projects: [
    { name: 'embedded', grepInvert: isWhole ? /@faults/ : /@faults|@full/, use: { cloudName: 'embedded' } },
    {
      name: 'openstack',
      grep: REAL_CLOUD !== undefined ? /@main/ : isWhole ? /@main|@faults/ : /@engines/,
      use: { cloudName: 'openstack' },
    },
  ],
  reporter: [[process.stdout.isTTY ? 'list' : 'dot'], ['json', { outputFile: browserReport() }]],
  use: {
    // Shorter than a test, which then tells what it waited for.
    actionTimeout: REAL_CLOUD === undefined ? 60_000 : 180_000,
    browserName: 'chromium',
    launchOptions: chromiumLaunch,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // What is seen is in the last picture; a film of each test, or a copy of the page at each step, takes more time than the test (`--trace=on`).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
});
