/**
 * `npm run scenario [-- file]`: the scenario suite on the embedded platform and on an OpenStack that is played back, or on the cloud that a
 * file describes (`lab/openstack/scenario.yaml` is one). Prints a table of the steps, and the cloud's own request ids where it has any.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTool } from './lib/spawn.ts';
import { FULL_ENV } from './lib/tier.ts';

interface Protocol {
  cloud: string;
  capabilities: string[];
  steps: { title: string; outcome: string; ms: number; note: string }[];
  requests: { action: string; id: string }[];
}

/** Exit code, as shells have it of SIGINT. */
const INTERRUPTED = 130;

const [file] = process.argv.slice(2);
/** Suites that tell the story: of a file's cloud, or of both engines. */
const suites = file ? ['servers'] : ['servers', 'replayed'];

/** The protocol of the run; undefined where it ended before its first step. */
function readReport(report: string): Protocol | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Protocol;
  } catch {
    return undefined; // the output that is printed instead says why
  }
}

function print({ cloud, capabilities, steps, requests }: Protocol): void {
  const width = Math.max(...steps.map(({ title }) => title.length));
  console.log(`\nScenario on ${cloud}`);
  console.log(`Offered: ${capabilities.toSorted().join(', ') || 'nothing'}\n`);
  for (const { title, outcome, ms, note } of steps)
    console.log(`${outcome.padEnd(11)} ${title.padEnd(width)} ${`${ms} ms`.padStart(9)}  ${note}`);
  if (requests.length > 0) console.log(`\nRequests as the cloud knows them:`);
  for (const { action, id } of requests) console.log(`  ${action.padEnd(12)} ${id}`);
  const count = (wanted: string) => steps.filter(({ outcome }) => outcome === wanted).length;
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not offered')} not offered`);
}

/** A run that is interrupted ends, and prints what it has. */
let interrupted = false;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => (interrupted = true));

/** Tells the story of one suite and prints it; answers the exit code. */
async function tell(suite: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-scenario-report-'));
  const report = join(folder, 'protocol.json');
  try {
    const env = { NO_COLOR: '1', ...FULL_ENV, GANTRY_SCENARIO_REPORT: report, ...(file && { GANTRY_SCENARIO: resolve(file) }) };
    const args = ['run', '--project', 'server-apart', `server/test/scenarios/${suite}.`];
    const { code, stdout, stderr } = await runTool('vitest', args, { env });
    const protocol = readReport(report);
    if (code !== 0 && !interrupted) console.error(`${stdout}${stderr}`);
    if (protocol && protocol.steps.length > 0) print(protocol);
    if (interrupted) console.log('\nInterrupted: the steps after these were not tried.');
    return interrupted ? INTERRUPTED : code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const suite of suites) {
  if (interrupted) break;
  const code = await tell(suite);
  if (code !== 0) process.exitCode = code;
}
