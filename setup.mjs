/**
 * Makes the checkout ready before an npm script runs: `node setup.mjs [start|test]`.
 *
 * - always: the libraries of package-lock.json, among them Node 24 itself
 * - start: the built console
 * - test: the same, and what the tests need from the system (Chromium, PostgreSQL)
 *
 * Runs on Node 20 with nothing installed, hence plain JavaScript and Node's own modules only. Each step does nothing when there is
 * nothing to do, so that a second start takes seconds.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from './tools/setup/console.mjs';
import { installDependencies } from './tools/setup/dependencies.mjs';
import { SetupError, root } from './tools/setup/run.mjs';
import { provideSystemParts } from './tools/setup/system.mjs';

const purposes = ['start', 'test'];
const purpose = process.argv[2];

try {
  if (purpose !== undefined && !purposes.includes(purpose)) throw new SetupError(`Usage: node setup.mjs [${purposes.join('|')}]`);
  const node = installDependencies();
  // What is missing on the machine is said before a minute is spent on building.
  if (purpose === 'test') provideSystemParts();
  if (purpose !== undefined) buildConsole(node);
  // For the report of the run that follows.
  if (purpose === 'test') writeFileSync(join(root, '.cache', 'set-up-seconds'), String(performance.now() / 1000));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}
