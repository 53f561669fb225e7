/** Before each test file: waits last as long as a busy machine may need, whatever they say themselves. No test is about time. */
import { afterAll, expect, vi } from 'vitest';

/** Milliseconds; the limits of tests are longer (vitest.config.ts), so that a wait says itself what did not come. */
const PATIENCE = 60_000;
/** Milliseconds between two looks. */
const INTERVAL = 20;

interface Waiting {
  timeout?: number;
  interval?: number;
}

const patient = <T extends Waiting>(given: T | undefined): T & Waiting =>
  ({ interval: INTERVAL, ...given, timeout: Math.max(PATIENCE, given?.timeout ?? 0) }) as T & Waiting;

const { waitFor } = vi;
const { poll } = expect;

vi.waitFor = (check, options) => waitFor(check, patient(typeof options === 'number' ? { timeout: options } : options));
expect.poll = (look, options) => poll(look, patient(options));

// How much of a processor the file took, for the report of the run (tools/outcomes/vitest-reporter.ts): each has a process of its own.
// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern where the file is asked for
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage();
  Object.assign(file.meta, { cpu: (user + system) / 1e6 });
});
