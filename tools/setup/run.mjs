import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Something the reader of the message can do something about; shown without a stack. */
export class SetupError extends Error {}

/**
 * Runs a program in the checkout with its output on our screen and without input.
 * Throws a SetupError with `failure` when it does not end with 0.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ failure: string, cwd?: string, env?: NodeJS.ProcessEnv }} options
 */
export function run(program, args, { failure, cwd = root, env = process.env }) {
  const { status, signal, error } = spawnSync(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw new SetupError(`${failure}\n${error.message}`);
  if (status !== 0) throw new SetupError(`${failure}\n${[program, ...args].join(' ')} ended with ${signal ?? status}.`);
}
