import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command of a cloud's operators in a folder. Throws where it fails. */
export async function shell(command: string, cwd: string): Promise<void> {
  const child = spawn('sh', ['-c', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command}: ended with ${code}`);
}
