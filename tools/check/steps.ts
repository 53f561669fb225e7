import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/files.ts';
import { runTool } from '../lib/spawn.ts';
import { checkHabits } from './habits.ts';
import { checkSizes } from './sizes.ts';
import type { Step } from './step.ts';
import { checkLanguages } from './languages/check.ts';
import { checkProofs } from './proofs/proofs.ts';
import { checkRefused } from './refused/refused.ts';
import { checkWalls } from './walls.ts';

const tool = (name: string, program: string, ...args: string[]): Step => ({
  name,
  run: async () => {
    const { code, stdout, stderr } = await runTool(program, args, { limit: 600_000 });
    return { ok: code === 0, output: `${stdout}${stderr}`.trim() };
  },
});

const typed = ['contract', 'server', 'console', 'fakes', 'e2e', 'bench', 'lab', 'tools'];

const types: Step[] = typed.map((workspace) => ({
  name: `types ${workspace}`,
  run: async () => {
    if (!existsSync(join(root, workspace, 'tsconfig.json'))) return { ok: false, output: `${workspace}/tsconfig.json is missing` };
    return tool('', 'tsc', '-p', workspace).run();
  },
}));

/** All checks, longest first, so that two lanes end at about the same time. */
export const steps: readonly Step[] = [
  tool('format', 'prettier', '--check', '--cache', '--cache-location', '.cache/prettier', '--log-level', 'warn', '.'),
  { name: 'walls', run: () => checkWalls() },
  tool('unused files, exports, dependencies', 'knip', '--no-progress'),
  tool('lint', 'oxlint', '--deny-warnings'),
  ...types,
  { name: 'texts in every language', run: () => checkLanguages() },
  { name: 'habits', run: () => checkHabits() },
  { name: 'proofs', run: () => checkProofs() },
  { name: 'words that are refused', run: () => checkRefused() },
  { name: 'file sizes', run: () => checkSizes() },
];
