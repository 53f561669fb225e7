import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './files.ts';

export interface Ended {
  /** Exit code; 1 where a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Show the output as it comes, instead of only collecting it. */
  show?: boolean;
}

/** Runs a program of node_modules/.bin on the Node that runs us. */
export const runTool = (tool: string, args: readonly string[], options: Options = {}): Promise<Ended> =>
  runProgram(join(root, 'node_modules', '.bin', tool), args, options);

/** Runs a program without input and waits for its end. Rejects only where it cannot be started. */
function runProgram(program: string, args: readonly string[], { cwd = root, env, show = false }: Options = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        ended[name] += text;
        if (show) process[name].write(text);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, ...ended }));
  });
}
