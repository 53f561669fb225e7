import { filesBelow, root } from '../lib/files.ts';
import { runTool } from '../lib/spawn.ts';
import { join } from 'node:path';
import { findingOf, type Finding } from './step.ts';

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

const folders = ['contract/src', 'server/src', 'console/src', 'fakes', 'tools', 'bench', 'e2e'];
const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/**
 * Checks the walls of `.dependency-cruiser.mjs` below `base`. A tool that overlooks files would find nothing wrong with them: every
 * source file on the disk must be among the modules it saw.
 */
export async function checkWalls(base = root): Promise<Finding> {
  const present = folders.filter((folder) => filesBelow([folder], base).length > 0);
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', ...present];
  const { stdout, stderr } = await runTool('depcruise', args, { cwd: base });
  let cruise: Cruise;
  try {
    cruise = JSON.parse(stdout) as Cruise;
  } catch {
    return { ok: false, output: `dependency-cruiser gave no answer:\n${stdout.slice(0, 2000)}${stderr}` };
  }
  const seen = new Set(cruise.modules.map(({ source }) => source));
  const expected = filesBelow(present, base).filter(isSource);
  const overlooked = expected.filter((file) => !seen.has(file));
  const broken = cruise.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`);
  const complaints = [...broken, ...overlooked.map((file) => `${file} was not looked at`)];
  if (expected.length === 0) complaints.push('no source file was found');
  return findingOf(complaints, `${expected.length} files`);
}
