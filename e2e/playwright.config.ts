import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/lib/chromium.ts';

export default defineConfig({
  testDir: 'specs',
  outputDir: '../reports/browser',
  globalSetup: './support/global-setup.ts',
  // A test that passes at the second try has found something.
  retries: 0,
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Generous, for a busy machine: no test is about time.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../reports/browser.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
