/**
 * The product's programs, each built into few files once for all tests that start it. A test run starts them some hundred times, and reading
 * 1,600 modules takes longer than all that such a start does. The sources themselves are started by `tls.full.test.ts` and by the tests in the browser.
 */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of what was built; the server's tests that share their process have none. */
    built: string;
  }
}

const server = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAMS = ['src/main.ts', 'src/doctor.ts', 'src/backup.ts', 'test/crash/support/fatal.ts', 'test/app/support/starts.ts'].map(
  (path) => join(server, path),
);
const builtName = (source: string): string => `${basename(source, '.ts')}.js`;

/** Threads are built as well and lie beside what starts them; whatever else a module finds by its own place stays there. */
const places: Plugin = {
  name: 'places',
  transform: (code, id) =>
    id.startsWith(join(server, 'src'))
      ? code.replace(/'\.\/([\w-]+)\.ts', import\.meta\.url|import\.meta\.url/g, (_, thread?: string) =>
          thread === undefined ? JSON.stringify(pathToFileURL(id).href) : `'./${thread}.js', import.meta.url`,
        )
      : undefined,
};

/**
 * Node's own modules are asked for by a call: a module that is imported is read whole for the names it exports, and `node:http` loads all of
 * Node's fetch for one of them, in each start.
 */
const nodeModules: Plugin = {
  name: 'node-modules',
  resolveId: {
    filter: { id: /^node:(?!module$)/ },
    handler: (id, _, { kind }) => (kind === 'import-statement' ? `\0${id}.cjs` : undefined),
  },
  load: {
    filter: { id: /^\0node:/ },
    handler: (id) => `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice(1, -'.cjs'.length))});`,
  },
};

/** Builds them for the tests of a project. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-built-'));
  // Else Node reads each file twice to find out what it is.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const input = [...PROGRAMS, ...globSync(join(server, 'src/store/sqlite/*-worker.ts'))];
  const bundle = await rolldown({ input, platform: 'node', plugins: [places, nodeModules], logLevel: 'silent' });
  // Names of classes and functions stay: errors are told by them.
  const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } };
  await bundle.write({ dir: folder, entryFileNames: ({ facadeModuleId }) => builtName(facadeModuleId!), minify });
  project.provide('built', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** What starts a program of the product, given by its source: as it was built for this run, or as it is outside of one. */
export function startable(source: string): { program: string; env: Record<string, string> } {
  const folder = process.env['VITEST'] === undefined ? undefined : inject('built');
  if (folder === undefined || !PROGRAMS.includes(source)) return { program: source, env: {} };
  // What Node has compiled of it is compiled once.
  return { program: join(folder, builtName(source)), env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } };
}
