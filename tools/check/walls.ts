import { filesBelow, root } from '../lib/files.ts';
import { runTool } from '../lib/spawn.ts';
import { join } from 'node:path';
import { circleOf, graphOf, printed, type Module, type Rule } from './rooms.ts';
import { findingOf, type Finding } from './step.ts';

interface Cruise {
  modules: Module[];
  summary: { ruleSetUsed?: { forbidden?: Rule[] }; violations: { from: string; to: string; rule: { name: string } }[] };
}

const folders = ['contract/src', 'server/src', 'console/src', 'fakes', 'tools', 'bench', 'e2e', 'lab'];
const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/** What dependency-cruiser says of the folders below `base`; a text where it gives no answer. */
async function cruiseOf(base: string, present: readonly string[]): Promise<Cruise | string> {
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', ...present];
  const { stdout, stderr } = await runTool('depcruise', args, { cwd: base });
  try {
    return JSON.parse(stdout) as Cruise;
  } catch {
    return `dependency-cruiser gave no answer:\n${stdout.slice(0, 2000)}${stderr}`;
  }
}

const presentIn = (base: string): string[] => folders.filter((folder) => filesBelow([folder], base).length > 0);

const graphIn = ({ modules, summary }: Cruise) => graphOf(modules, summary.ruleSetUsed?.forbidden ?? []);

/**
 * Checks the walls of `.dependency-cruiser.mjs` below `base`. A tool that overlooks files would find nothing wrong with them: every
 * source file on the disk must be among the modules it saw.
 */
export async function checkWalls(base = root): Promise<Finding> {
  const present = presentIn(base);
  const cruise = await cruiseOf(base, present);
  if (typeof cruise === 'string') return { ok: false, output: cruise };
  const seen = new Set(cruise.modules.map(({ source }) => source));
  const expected = filesBelow(present, base).filter(isSource);
  const overlooked = expected.filter((file) => !seen.has(file));
  const broken = cruise.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`);
  const complaints = [...broken, ...overlooked.map((file) => `${file} was not looked at`)];
  const circle = circleOf(graphIn(cruise));
  if (circle) complaints.push(`rooms in a circle: ${circle.join(' → ')}`);
  if (expected.length === 0) complaints.push('no source file was found');
  return findingOf(complaints, `${expected.length} files`);
}

/** The graph of rooms, a line for each. Throws where it cannot be told. */
export async function printRooms(): Promise<string[]> {
  const cruise = await cruiseOf(root, presentIn(root));
  if (typeof cruise === 'string') throw new Error(cruise);
  return printed(graphIn(cruise));
}
