import { defineConfig } from 'vitest/config';

/** One project per workspace and its environment. `npx vitest run --project server` runs one of them. */
export default defineConfig({
  test: {
    // Most tests wait for sockets, disks and processes: also two cores have work for two files at a time.
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'contract', environment: 'node', include: ['contract/test/**/*.test.ts'] },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/test/**/*.test.ts'],
          globalSetup: ['server/test/support/global-setup.ts'],
          // Two databases and real sockets on a busy machine: generous, because a time-out is never what is tested.
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['console/test/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          // PatternFly's components import their own CSS, which Node cannot load.
          server: { deps: { inline: [/@patternfly/] } },
        },
      },
      {
        test: { name: 'tools', environment: 'node', include: ['tools/**/*.test.ts'], testTimeout: 30_000 },
      },
    ],
  },
});
