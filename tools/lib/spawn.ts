import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './files.ts';

export interface Ended {
  /** Exit code; 1 where a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
  /** Whether it was ended because it took longer than it may. */
  cut: boolean;
  /** Whether it was ended although its work was done, because it did not end by itself. */
  lingered: boolean;
}

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Show the output as it comes, instead of only collecting it. */
  show?: boolean;
  /** Milliseconds it may take; then it is ended, with all that it started. */
  limit?: number;
  /** Whether its work is done, and milliseconds that it has to end by itself from then on. */
  linger?: { isDone(): boolean; limit: number };
}

/** Milliseconds that no program may exceed where nothing else is said. A tool waits for its own, such as a million requests, as long as they take. */
const LIMIT = 24 * 3_600_000;
/** Milliseconds between the request to end and the end by force. */
const GRACE = 10_000;
/** Milliseconds between two looks whether the work of a program is done. */
const LOOK = 1000;
/** Milliseconds between the end of a program and that of what it left behind. */
const LEFT_BEHIND = 2_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program of node_modules/.bin on the Node that runs us. */
export const runTool = (tool: string, args: readonly string[], options: Options = {}): Promise<Ended> =>
  runProgram(join(root, 'node_modules', '.bin', tool), args, options);

/** Runs a program without input and waits for its end, or ends it. Rejects only where it cannot be started. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd = root, env, show = false, limit = LIMIT, linger }: Options = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // In a group of its own: what it started is ended with it.
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const ended = { stdout: '', stderr: '', cut: false, lingered: false };
    const signal = (name: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    };
    // What ends us ends the group too, which no longer hears of it from the terminal.
    const pass = (name: NodeJS.Signals): void => {
      signal(name);
      process.removeListener(name, pass);
      process.kill(process.pid, name);
    };
    for (const name of SIGNALS) process.on(name, pass);
    const timer = setTimeout(() => {
      ended.cut = true;
      signal('SIGTERM');
      setTimeout(() => signal('SIGKILL'), GRACE).unref();
    }, limit);
    let lingering: NodeJS.Timeout | undefined;
    const looking =
      linger &&
      setInterval(() => {
        if (!linger.isDone()) return;
        clearInterval(looking);
        lingering = setTimeout(() => {
          ended.lingered = true;
          signal('SIGKILL');
        }, linger.limit);
      }, LOOK);
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        ended[name] += text;
        if (show) process[name].write(text);
      });
    }
    const settle = (): void => {
      clearTimeout(timer);
      clearInterval(looking);
      clearTimeout(lingering);
      for (const name of SIGNALS) process.removeListener(name, pass);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    // A process that was left behind holds the output open: it is not waited for.
    let last: NodeJS.Timeout | undefined;
    child.once('exit', () => {
      last = setTimeout(() => {
        signal('SIGKILL');
        child.stdout.destroy();
        child.stderr.destroy();
      }, LEFT_BEHIND);
    });
    child.once('close', (code) => {
      clearTimeout(last);
      settle();
      resolve({ code: code ?? 1, ...ended });
    });
  });
}
