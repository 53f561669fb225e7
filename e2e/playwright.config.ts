import { defineConfig } from '@playwright/test';

/** Debian's Chromium, without its talk to the outside. */
const chromium = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

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
    launchOptions: chromium,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
