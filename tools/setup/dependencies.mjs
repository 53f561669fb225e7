import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, root, run } from './run.mjs';
import { alone } from './alone.mjs';

const NEEDED_NODE = 24;
/** Inside node_modules, so that whoever deletes that folder deletes the mark with it. */
const mark = join(root, 'node_modules', '.gantry-lock');

/**
 * Installs the libraries of package-lock.json unless exactly these are already there.
 * @returns {string} path of a Node that is new enough for everything else
 */
export function installDependencies() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isThere = () => existsSync(mark) && readFileSync(mark, 'utf8') === wanted;
  if (!isThere()) alone(join(root, '.cache', 'installing'), () => isThere() || install(wanted));
  return newEnoughNode();
}

/** The mark is gone before the first library is, and comes when all of them are there. */
function install(wanted) {
  console.log('Installing libraries ...');
  rmSync(mark, { force: true });
  // npm itself runs on the machine's own Node, for which some packages print a warning that does not matter here.
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['ci', ...flags], { failure: 'The libraries could not be installed.', env: everyPackage() });
  writeFileSync(mark, wanted);
}

/** Tests, type check and Node itself come as development and optional packages: NODE_ENV=production or omit settings must not leave them out. */
function everyPackage() {
  const env = { ...process.env, npm_config_include: 'dev', NODE_ENV: 'development' };
  delete env.npm_config_omit;
  return env;
}

/** The Node that npm scripts find first: the one in node_modules, or the machine's own where no such package exists. */
function newEnoughNode() {
  const local = join(root, 'node_modules', '.bin', 'node');
  const node = existsSync(local) ? local : process.execPath;
  const { stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const version = error ? undefined : stdout.trim();
  if (version === undefined || Number(/^v(\d+)/.exec(version)?.[1]) < NEEDED_NODE) {
    throw new SetupError(
      `Gantry runs on Node ${NEEDED_NODE} or later. For ${process.platform} on ${process.arch} no package brings it, ` +
        `and the Node of this machine ${version ? `is ${version}` : 'does not run'}. Install Node ${NEEDED_NODE} and try again.`,
    );
  }
  return node;
}
