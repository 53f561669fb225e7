/** `npm run check`: everything that can be said about the sources without running them, in under half a minute. */
import { pathToFileURL } from 'node:url';
import type { Step } from './step.ts';
import { steps } from './steps.ts';

/** Runs the checks two at a time and prints each as it ends; returns how many passed and failed. */
export async function runChecks(all: readonly Step[] = steps): Promise<{ passed: number; failed: number }> {
  const queue = [...all];
  const count = { passed: 0, failed: 0 };
  const lane = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const started = performance.now();
      const { ok, note, output } = await step.run();
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds} s  ${step.name}${note === undefined ? '' : ` (${note})`}`);
      if (!ok) console.log(output.replace(/^/gm, '         '));
      count[ok ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all([lane(), lane()]);
  return count;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = performance.now();
  const { passed, failed } = await runChecks();
  console.log(`\n${passed} checks passed, ${failed} failed, in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  process.exitCode = failed === 0 ? 0 : 1;
}
