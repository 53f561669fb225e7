import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The browser sees the built console: of these very sources, also when Playwright is run by hand. */
export default function globalSetup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status } = spawnSync(process.execPath, ['setup.mjs', 'start'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('the console could not be built');
}
