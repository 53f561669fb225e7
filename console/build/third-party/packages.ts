import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A workspace or package of `package-lock.json`, by its path from the root of the checkout. */
interface Locked {
  version?: string;
  /** The folder that a link leads to, where it is one: another workspace. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** A package that is shipped: its folder from the root of the checkout, its name and version. */
export interface ShippedPackage {
  folder: string;
  name: string;
  version: string;
}

const MODULES = 'node_modules/';

/** The folder above that packages are looked for in next; undefined above the root. */
function above(folder: string): string | undefined {
  if (folder === '') return undefined;
  const end = folder.lastIndexOf(`/${MODULES}`);
  return end < 0 ? '' : folder.slice(0, end);
}

/** Where `name` is found from `folder`, as Node finds it. */
function resolved(locked: Record<string, Locked>, folder: string, name: string): string | undefined {
  for (let from: string | undefined = folder; from !== undefined; from = above(from)) {
    const path = `${from === '' ? '' : `${from}/`}${MODULES}${name}`;
    if (path in locked) return path;
  }
  return undefined;
}

/**
 * Packages that the dependencies of `workspaces` need at run time, sorted by name and version. Optional ones that are not installed are
 * left out. Throws where a package is missing.
 */
export function shippedPackages(root: string, workspaces: readonly string[]): ShippedPackage[] {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const found = new Set<string>();
  const visit = (path: string): void => {
    const { link, resolved: target = '' } = locked[path] ?? {};
    const folder = link ? target : path;
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = locked[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = resolved(locked, folder, name);
      const isThere = next !== undefined && existsSync(join(root, next));
      if (isThere) visit(next);
      else if (!(name in optionalDependencies)) throw new Error(`${folder} needs ${name}, which is not installed`);
    }
  };
  workspaces.forEach(visit);
  const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf(MODULES) + MODULES.length);
  return [...found]
    .filter((folder) => folder.includes(MODULES))
    .map((folder) => ({ folder, name: nameOf(folder), version: locked[folder]?.version ?? '' }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}
