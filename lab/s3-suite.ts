/**
 * `npm run s3-suite -- /path/of/s3-tests [-- arguments of pytest]`: runs the core tests of ceph/s3-tests, which is brought along, against the
 * embedded object store. Starts the product on free ports in a folder that is gone afterwards, and takes the Python of the suite's folder
 * (`.venv`, `venv` or `.tox/py`). Prints how many tests pass and each that fails, with the reason where lab/s3/suite-known.tsv has one. Ends with
 * 1 where one without a reason fails, or none ran.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { objectStorageCalls } from '@gantry/contract/nouns/object-storage/calls';
import { configuration, CORE, outcomesOf, type SuiteUser } from './s3/suite.ts';
import { startProduct } from '../tools/lib/product.ts';
import { signInTo } from '../tools/lib/session.ts';

const FILES = ['s3tests/functional/test_s3.py', 's3tests/functional/test_headers.py'];
const PYTHONS = ['.venv/bin/python', 'venv/bin/python', '.tox/py/bin/python'];

/** Columns of what pytest prints: it cuts what it says of a failure there. */
const COLUMNS = '300';

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [suite = '', ...chosen] = positionals;
const python = PYTHONS.map((path) => join(suite, path)).find((path) => existsSync(path));
if (!existsSync(join(suite, FILES[0]!)) || python === undefined) {
  console.error(
    `Name the folder of a checkout of ceph/s3-tests with a Python environment in it (${PYTHONS.join(', ')}), made with its requirements.txt.`,
  );
  process.exit(2);
}

/** Reasons by test. */
const known = new Map(
  readFileSync(new URL('s3/suite-known.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t', 2) as [string, string]),
);

async function userOf(base: string, domain: string, name: string, project: string): Promise<SuiteUser & { endpoint: string }> {
  const session = await signInTo(base, domain, name, project);
  const { enable, user } = objectStorageCalls;
  const { key, port } = enable.answer.parse(await session.post(enable.path, {}));
  if (!key || port === null) throw new Error(`${name} has no keys, or there is no object store`);
  const { id } = user.answer.parse(await session.get(user.path));
  return { id, name, accessKey: key.acc_key, secretKey: key.sec_key, endpoint: `http://${new URL(base).hostname}:${port}` };
}

const folder = mkdtempSync(join(tmpdir(), 'gantry-suite-'));
const product = await startProduct(join(folder, 'data'), {
  GANTRY_SAMPLE_SERVERS: '0',
  GANTRY_LOG_LEVEL: 'warn',
  GANTRY_USER_RATE: '2000',
  GANTRY_NETWORK_RATE: '2000',
});
try {
  const main = await userOf(product.selfService, 'acme', 'acme-member', 'acme-prod');
  const alt = await userOf(product.selfService, 'acme', 'acme-lead', 'acme-prod');
  const tenant = await userOf(product.selfService, 'globex', 'globex-member', 'globex-prod');
  const config = join(folder, 'suite.conf');
  writeFileSync(config, configuration(main.endpoint, { main, alt, tenant }));
  const environment = { PATH: process.env['PATH'] ?? '', S3TEST_CONF: config, COLUMNS, PYTHONDONTWRITEBYTECODE: '1' };
  const options = ['-q', '-rA', '--tb=line', '-p', 'no:cacheprovider'];
  const pytest = spawn(python, ['-m', 'pytest', ...options, ...CORE, ...chosen, ...FILES], {
    cwd: suite,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(pytest.stdout), once(pytest, 'exit')]);
  const outcomes = outcomesOf(printed);
  const failed = outcomes.filter(({ passed }) => !passed);
  for (const { test, message } of failed) console.log(`${test}\n    ${message}\n    ${known.get(test) ?? 'NO REASON IS KNOWN'}`);
  const unknown = failed.filter(({ test }) => !known.has(test));
  console.log(
    `\n${outcomes.length - failed.length} of ${outcomes.length} core tests pass; of ${unknown.length} failures no reason is known`,
  );
  if (outcomes.length === 0) console.log(printed);
  process.exitCode = outcomes.length > 0 && unknown.length === 0 ? 0 : 1;
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
