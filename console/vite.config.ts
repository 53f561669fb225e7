import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { callTable } from './src/app/api/call-table.ts';
import { shared, type NounTexts } from './src/features/nouns/shared.ts';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** What every page says of all nouns in one language. */
async function nounTexts(features: string, language: string): Promise<Record<string, unknown>> {
  const files: Record<string, NounTexts> = {};
  for (const noun of await readdir(features)) {
    const file = join(features, noun, 'texts', `${language}.json`);
    if (existsSync(file)) files[file] = JSON.parse(await readFile(file, 'utf8')) as NounTexts;
  }
  return shared(files);
}

const asModule = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/**
 * Replaces modules that only compute something from other files by what they compute: the call table comes without the contract's
 * schemas and zod, menu labels and names of commands without the rest of each noun's texts. Tests and the development server use the modules themselves.
 */
const computeAhead: Plugin = {
  name: 'gantry:compute-ahead',
  apply: 'build',
  async load(id) {
    if (id.endsWith('/src/app/api/call-table.ts')) return `export const callTable = ${asModule(callTable)};`;
    const [, features, language] = /^(.*\/src\/features)\/nouns\/(\w\w)\.ts$/.exec(id) ?? [];
    return features && language ? `export default ${asModule(await nounTexts(features, language))};` : undefined;
  },
};

const SCRIPT = /\.[jt]sx?$/;

/** Below this many bytes a compressed copy saves nothing. */
const WORTH_COMPRESSING = 512;

/** Writes a `.br` and a `.gz` beside each asset: the server only picks one. Level 9 of 11 is the last that takes milliseconds. */
const compressAssets: Plugin = {
  name: 'gantry:compress-assets',
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir = 'dist' }) {
    const folder = join(dir, 'assets');
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    for (const name of await readdir(folder)) {
      if (!/\.(js|css|svg|json)$/.test(name)) continue;
      const file = join(folder, name);
      const text = await readFile(file);
      if (text.length < WORTH_COMPRESSING) continue;
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text, brotli));
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
    }
  },
};

/** Texts that every page needs, of one language, in one request; those of the tasks belong to the companion beside each page. */
const languageOf = (id: string): string | null => {
  const [, language] = /\/src\/(?:app\/texts|ui\/texts|features\/nouns|features\/tasks\/texts)\/(\w\w)\.(?:json|ts)$/.exec(id) ?? [];
  return language ? `texts-${language}` : null;
};

/** A file that only hands on others: that someone imports it does not tell which of them is needed. */
const BARREL = /\/react-core\/dist\/esm\/helpers\/index\.js$/;

/** Whether one of `roots` needs the module to start, over whichever static imports. */
function isNeededBy(roots: RegExp, id: string, context: ChunkingContext, seen = new Set<string>()): boolean {
  if (roots.test(id)) return true;
  seen.add(id);
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && !BARREL.test(importer) && isNeededBy(roots, importer, context, seen));
}

const FIRST = /\/src\/(main|features\/session\/login-page)\.tsx$/;

/** What the sign-in page needs, every page needs; only its own code stays in its own chunk. */
const coreOf = (id: string, context: ChunkingContext): string | null =>
  isNeededBy(FIRST, id, context) && !/\/features\/session\/login/.test(id) ? 'core' : null;

/** Styles of what most pages show come in one file. */
const styleOf = (id: string, context: ChunkingContext): string | null =>
  id.endsWith('.css') && isNeededBy(/\/(shell|message-page|(list|details)[/-]page)\.tsx$/, id, context) ? 'style' : null;

/**
 * What several pages share comes in a few files by use, else a page would ask for forty small ones. A page's own code stays in its own
 * chunk. Order is precedence, and a group takes along what its modules import.
 */
const chunks = [
  { name: languageOf, debugName: 'texts' },
  { name: coreOf, debugName: 'core' },
  // What follows the first data of a page.
  { name: 'live', test: /\/src\/app\/live\/|(socket|engine)\.io-|\/companion\.tsx$/ },
  { name: styleOf, debugName: 'style' },
  { name: 'shell', test: /\/src\/app\/shell\/shell\.tsx$/ },
  // What lists and details are made of; what forms need besides.
  {
    name: 'kit',
    test: /@patternfly\/react-table|\/src\/(app|ui)\/(?!form\/)|\/contract\/src\/(?!.*\/((resource-)?calls|entity|kind|page|values|secret)\.ts)/,
    minShareCount: 2,
  },
  { name: 'forms', test: /\/src\/(app|ui)\/form\/|node_modules\/(zod|react-hook-form|@hookform)\/|\/contract\/src\//, minShareCount: 2 },
  { name: 'shared', test: SCRIPT, minShareCount: 2 },
];

/** One build serves any prefix: addresses are relative, and the server puts `<base href>` into index.html (S0 §1). */
export default defineConfig({
  base: './',
  plugins: [react(), computeAhead, compressAssets],
  build: {
    target: 'es2024',
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    // The entry preloads what a page needs from the paths of its own chunks; the helper for browsers without it is inline.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
