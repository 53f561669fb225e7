import { defineConfig } from 'vitest/config';
import { textsByLanguage } from './console/build/texts.ts';
import { LongestFirst } from './tools/longest-first.ts';

/** Generous, because a time-out is never what is tested, and never endless. Waits inside of a test end before it does (tools/patience.ts). */
const patient = { setupFiles: ['tools/patience.ts'], testTimeout: 180_000, hookTimeout: 180_000 };

/** One project per workspace and its environment. `npx vitest run --project server` runs one of them. */
export default defineConfig({
  test: {
    // Most tests wait for sockets, disks and processes: also two cores have work for three files at a time.
    maxWorkers: 3,
    // What a file leaves open is ended with its process.
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { ...patient, name: 'contract', environment: 'node', include: ['contract/test/**/*.test.ts'] },
      },
      {
        test: {
          ...patient,
          name: 'server',
          environment: 'node',
          include: ['server/test/**/*.test.ts'],
          globalSetup: ['server/test/support/global-setup.ts'],
        },
      },
      {
        plugins: [textsByLanguage],
        test: {
          ...patient,
          name: 'console',
          environment: 'jsdom',
          include: ['console/test/**/*.test.{ts,tsx}'],
          // PatternFly's components import their own CSS, which Node cannot load.
          server: { deps: { inline: [/@patternfly/] } },
        },
      },
      {
        test: { ...patient, name: 'tools', environment: 'node', include: ['tools/**/*.test.ts'] },
      },
    ],
  },
});
