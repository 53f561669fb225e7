/** Before each test file: waits last as long as a busy machine may need, whatever they say themselves. No test is about time. */
import { afterAll, expect, vi } from 'vitest';
import { processorSeconds } from './lib/processor.ts';

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

/** Kept in the process or thread, which several files may share (vitest.config.ts); its global object is each file's own in the console's tests. */
const kept = globalThis as { patientWait?: unknown };
const shared = process as { secondsBefore?: number };

if (kept.patientWait !== vi.waitFor) {
  const { waitFor } = vi;
  const { poll } = expect;
  vi.waitFor = (check, options) => waitFor(check, patient(typeof options === 'number' ? { timeout: options } : options));
  expect.poll = (look, options) => poll(look, patient(options));
  kept.patientWait = vi.waitFor;
}

// How much of a processor the file took, with the processes that it started, for the report of the run (tools/outcomes/vitest-reporter.ts).
// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern where the file is asked for
afterAll(({}, file) => {
  const seconds = processorSeconds();
  Object.assign(file.meta, { cpu: seconds - (shared.secondsBefore ?? 0) });
  shared.secondsBefore = seconds;
});
