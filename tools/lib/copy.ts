import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './files.ts';

/** Within the checkout, so that packages are found from there; below what nobody looks into. */
const folder = join(root, '.cache', `copy-${process.pid}`);
/** Of the checkout: not what is made, nor what belongs to packages. */
const left = new Set(['node_modules', '.git', '.cache', 'data', 'reports']);

/** A copy of the sources whose `@gantry/…` packages are its own. */
export async function copySources(): Promise<{ folder: string; remove(): Promise<void> }> {
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  await remove();
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(root))
    if (!left.has(name))
      await cp(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
  for (const name of await readdir(folder)) {
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, name, 'node_modules'));
  }
  const scope = join(folder, 'node_modules', '@gantry');
  await mkdir(scope, { recursive: true });
  // The very packages of the checkout, with the mark that they are all there: the copy installs none of its own.
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@gantry') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of await readdir(join(root, 'node_modules', '@gantry'))) await symlink(join('..', '..', name), join(scope, name));
  return { folder, remove };
}
