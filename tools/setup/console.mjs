import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** Everything the built console depends on. */
const sources = [
  'console/src',
  'console/build',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'contract/src',
  'package-lock.json',
  'LICENSE',
  'NOTICE',
];
const built = join(root, 'console', 'dist', 'index.html');
const mark = join(root, '.cache', 'console-build');

/**
 * Builds the console unless the built one is of these very sources.
 * @param {string} node path of the Node to build with
 */
export function buildConsole(node) {
  const wanted = hashOf(sources);
  if (existsSync(built) && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  console.log('Building the console ...');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  run(node, [vite, 'build', '--logLevel', 'warn'], { failure: 'The console could not be built.', cwd: join(root, 'console') });
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(mark, wanted);
}

/** A hash over names and contents of files, and of all files below folders. What is not there counts as empty. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesBelow(path))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(join(root, path))) return [];
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => filesBelow(`${path}/${entry.name}`));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
