/**
 * `npm run scenario [-- file]`: the scenario suite on the embedded platform, or on the cloud that a file describes
 * (`lab/openstack/scenario.yaml` is one). Prints a table of the steps, and the cloud's own request ids where it has any.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTool } from './lib/spawn.ts';

interface Protocol {
  cloud: string;
  capabilities: string[];
  steps: { title: string; outcome: string; ms: number; note: string }[];
  requests: { action: string; id: string }[];
}

const [file] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'gantry-scenario-report-'));
const report = join(folder, 'protocol.json');

/** The protocol of the run; undefined where it ended before its first step. */
function readReport(): Protocol | undefined {
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

try {
  const env = { NO_COLOR: '1', GANTRY_SCENARIO_REPORT: report, ...(file && { GANTRY_SCENARIO: resolve(file) }) };
  const { code, stdout, stderr } = await runTool('vitest', ['run', '--project', 'server-apart', 'server/test/scenarios/servers.test.ts'], {
    env,
  });
  const protocol = readReport();
  if (code !== 0) console.error(`${stdout}${stderr}`);
  if (protocol && protocol.steps.length > 0) print(protocol);
  process.exitCode = code;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
