import { spawnSync } from 'node:child_process';
import { root } from './files.ts';

const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

/** The commit that is checked out, and whether something was changed since; `no commit` outside of a clone. */
export function commitOf(): string {
  const commit = git('rev-parse', '--short', 'HEAD');
  if (commit === '') return 'no commit';
  return git('status', '--porcelain') === '' ? commit : `${commit} with changes`;
}
