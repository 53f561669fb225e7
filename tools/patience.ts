/** Before each test file: waits that have no limit of their own last as long as a busy machine may need. No test is about time. */
import { vi } from 'vitest';

/** Milliseconds; Vitest's own default is one second, and no option changes it. */
const PATIENCE = 20_000;

const { waitFor } = vi;

vi.waitFor = (check, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(check, { interval: 20, ...given, timeout: Math.max(PATIENCE, given?.timeout ?? 0) });
};
