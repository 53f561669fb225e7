import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.ts';

/** One password for everyone that browser tests and benchmarks sign in as. */
export const PASSWORD = 'for tests only 2026';

/** What `npm start` gives to Node: options and the program. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
const [, , ...program] = scripts.start.split(' ');

/** The options for Node among it. */
export const NODE_OPTIONS = program.filter((part) => part.startsWith('--'));

/** The product in a process of its own, as `npm start` runs it. */
export interface RunningProduct {
  /** Addresses without a slash at the end: `http://127.0.0.1:12345`. */
  selfService: string;
  administration: string;
  pid: number;
  /** Its data folder. */
  data: string;
  /** Milliseconds from the start of the process until its first answer. */
  startMs: number;
  /** Asks it to stop and waits; throws where it does not end in order. */
  stop(): Promise<void>;
  /** Ends it as a power failure would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** What the product needs from its surroundings to run on a data folder with known passwords. */
export const productEnv = (data: string, settings: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  GANTRY_DATA: data,
  GANTRY_PORT: '0',
  GANTRY_ADMIN_PORT: '0',
  GANTRY_S3_PORT: '0',
  // An engine of another kind brings its own people; there these would be refused.
  ...(settings['GANTRY_CONFIG'] === undefined && { GANTRY_ADMIN_PASSWORD: PASSWORD, GANTRY_SAMPLE_PASSWORD: PASSWORD }),
  ...settings,
});

/** Without what a checkout from before object storage does not know. */
function envFor(checkout: string, { GANTRY_S3_PORT: port = '0', ...env }: Record<string, string>): Record<string, string> {
  const knows = readFileSync(join(checkout, 'server/src/app/config.ts'), 'utf8').includes('GANTRY_S3_PORT');
  return knows ? { ...env, GANTRY_S3_PORT: port } : env;
}

/**
 * Starts the product on a data folder and on free ports of 127.0.0.1.
 * @param settings further GANTRY_ variables.
 * @param checkout folder of the sources, where it is not this one.
 */
export async function startProduct(
  data: string,
  settings: Readonly<Record<string, string>> = {},
  checkout: string = root,
): Promise<RunningProduct> {
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    cwd: checkout,
    env: envFor(checkout, productEnv(data, settings)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const addresses = await greeting(child, said);
  const answer = await fetch(`${addresses.selfService}/config.json`);
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const startMs = performance.now() - started;
  const { pid } = child;
  if (pid === undefined) throw new Error('the server has no process');
  return {
    ...addresses,
    pid,
    data,
    startMs,
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      const code = await end(child);
      if (code !== 0) throw new Error(`the server ended with ${code}:\n${said.slice(-100).join('')}`);
    },
  };
}

/** The addresses the product prints when it runs. Throws with all it said where it ends instead. */
function greeting(child: ChildProcess, said: readonly string[]): Promise<Pick<RunningProduct, 'selfService' | 'administration'>> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server did not start (${code}):\n${said.join('')}`)));
    child.stdout?.on('data', () => {
      const text = said.join('');
      const selfService = /Self-service\s+(http\S+)\n/.exec(text)?.[1];
      const administration = /Administration\s+(http\S+)\n/.exec(text)?.[1];
      if (selfService !== undefined && administration !== undefined) resolve({ selfService, administration });
    });
  });
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return child.exitCode;
}
