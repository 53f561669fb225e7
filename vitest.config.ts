import { configDefaults, defineConfig } from 'vitest/config';
import { thirdPartyLicences } from './console/build/third-party/plugin.ts';
import { FULL_FILES, isFull } from './tools/lib/tier.ts';
import { LongestFirst } from './tools/longest-first.ts';

/** Generous, because a time-out is never what is tested, and never endless. Waits inside of a test end before it does (tools/patience.ts). */
const patient = { setupFiles: ['tools/patience.ts'], testTimeout: 180_000, hookTimeout: 180_000 };

/** Files that the tier leaves out (tools/lib/tier.ts). */
const left = isFull ? configDefaults.exclude : [...configDefaults.exclude, FULL_FILES];

/**
 * Files of the server's tests that have a process of their own: they end, fill or look at all of it, or mostly start others. The rest of a
 * project shares the few processes of the run, which spares each file the second that its imports take.
 */
const APART = [
  'server/test/{crash,ops,proxies,replicas,scenarios}/**/*.test.ts',
  'server/test/app/{main,start-mistakes.full}.test.ts',
  'server/test/access/throttle.test.ts',
  'server/test/store/{list-thread.full,plans,writer-thread.full}.test.ts',
];
const SETUP = 'server/test/support/global-setup.ts';
const server = { ...patient, environment: 'node' as const, globalSetup: [SETUP] };

/** One project per workspace and its environment, the server's in two. `npx vitest run --project server` runs one of them. */
export default defineConfig({
  test: {
    // Most tests wait for sockets, disks and processes: two cores have work for five files at a time.
    maxWorkers: 5,
    tags: [{ name: 'full', description: 'Tests of the full tier only.' }],
    ...(!isFull && { tagsFilter: ['!full'] }),
    // What a file leaves open is ended with its process.
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { ...patient, name: 'contract', environment: 'node', isolate: false, include: ['contract/test/**/*.test.ts'], exclude: left },
      },
      { test: { ...server, name: 'server', isolate: false, include: ['server/test/**/*.test.ts'], exclude: [...left, ...APART] } },
      { test: { ...server, name: 'server-apart', include: APART, exclude: left, globalSetup: [SETUP, 'server/test/support/built.ts'] } },
      {
        plugins: [thirdPartyLicences],
        test: {
          ...patient,
          name: 'console',
          environment: 'jsdom',
          // One jsdom per worker, and a file still has its own globals: half the time of a jsdom per file.
          pool: 'vmThreads',
          include: ['console/test/**/*.test.{ts,tsx}'],
          exclude: left,
          // PatternFly's components import their own CSS, which Node cannot load.
          server: { deps: { inline: [/@patternfly/] } },
        },
      },
      {
        test: { ...patient, name: 'tools', environment: 'node', include: ['{tools,lab}/**/*.test.ts'], exclude: left },
      },
    ],
  },
});
