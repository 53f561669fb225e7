import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { ownThemesOnly } from './build/own-themes.ts';
import { pageFiles } from './build/page-files.ts';
import { thirdPartyLicences } from './build/third-party/plugin.ts';
import { unusedVariables } from './build/unused-variables.ts';
import { callTable, type CallData } from './src/app/api/call-table.ts';
import { firstCallTable } from './src/app/api/first-call-table.ts';
import { shared, type FrameTexts, type NounTexts } from './src/features/nouns/shared.ts';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** What every page says of all nouns in one language. */
async function nounTexts(features: string, language: string): Promise<Record<string, unknown>> {
  const files: Record<string, NounTexts> = {};
  for (const noun of await readdir(features)) {
    const file = join(features, noun, 'texts', `${language}.json`);
    if (existsSync(file)) files[file] = JSON.parse(await readFile(file, 'utf8')) as NounTexts;
  }
  const frame = JSON.parse(await readFile(join(features, '../app/resource/texts', `${language}.json`), 'utf8')) as FrameTexts;
  return shared(files, frame, language);
}

/** A table of calls without the ids that its keys repeat. */
const tableModule = (name: string, table: Readonly<Record<string, CallData>>): string => {
  const calls = Object.fromEntries(Object.entries(table).map(([key, { id: _id, ...call }]) => [key, call]));
  return `export const ${name} = ${asModule(calls)};\nfor (const id in ${name}) ${name}[id].id = id;`;
};

const asModule = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/**
 * Replaces modules that only compute something from other files by what they compute: the call table comes without the contract's
 * schemas and zod, menu labels and names of commands without the rest of each noun's texts. Tests and the development server use the modules themselves.
 */
const computeAhead: Plugin = {
  name: 'gantry:compute-ahead',
  apply: 'build',
  async load(id) {
    if (id.endsWith('/src/app/api/call-table.ts')) return tableModule('callTable', callTable);
    if (id.endsWith('/src/app/api/first-call-table.ts')) return tableModule('firstCallTable', firstCallTable);
    const [, features, language] = /^(.*\/src\/features)\/nouns\/(\w\w)\.ts$/.exec(id) ?? [];
    return features && language ? `export default ${asModule(await nounTexts(features, language))};` : undefined;
  },
};

const AWAITED = 'supportsWebCodecsH264Decode = await _checkWebCodecsH264DecodeSupport();';

/**
 * Lets noVNC find out by the way whether the browser decodes H.264, which it does long before a screen is there: a module that waits at its
 * top level makes every page of the console ask for nine more files.
 */
const noTopLevelAwait: Plugin = {
  name: 'gantry:no-top-level-await',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/@novnc/novnc/core/util/browser.js')) return undefined;
    if (!code.includes(AWAITED)) throw new Error(`${id} has changed: does it still wait at its top level?`);
    const later = 'void _checkWebCodecsH264DecodeSupport().then((supported) => { supportsWebCodecsH264Decode = supported; });';
    return { code: code.replace(AWAITED, later), map: null };
  },
};

const SCRIPT = /\.[jt]sx?$/;

/** Below this many bytes a compressed copy saves nothing. */
const WORTH_COMPRESSING = 512;

/** From so many bytes on, the last two levels of Brotli are worth their seconds: a tenth less to fetch. */
const WORTH_MOST = 16_384;
const brotliLevel = (text: Buffer): number => (text.length < WORTH_MOST ? 9 : 11);

/** Files of which every list needs nearly all, whatever it lists. */
const WHOLE = ['core', 'shell', 'nouns', 'kit'];

/**
 * Has browsers compile these files as a whole while they arrive, and keep all of it: what is called first while a page is drawn would else be
 * compiled then, in each tab anew. Chromium reads the comment; others pass over it.
 */
const compiledWhole: Plugin = {
  name: 'gantry:compiled-whole',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk' && WHOLE.includes(file.name));
      if (chunks.length !== WHOLE.length) throw new Error(`Of ${WHOLE.join(', ')} there are ${chunks.length}`);
      for (const chunk of chunks) if (chunk.type === 'chunk') chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
};

/** Writes a `.br` and a `.gz` beside each asset: the server only picks one. */
const compressAssets: Plugin = {
  name: 'gantry:compress-assets',
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir = 'dist' }) {
    const folder = join(dir, 'assets');
    const compress = async (name: string): Promise<void> => {
      const file = join(folder, name);
      const text = await readFile(file);
      if (text.length < WORTH_COMPRESSING) return;
      const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel(text), [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text, brotli));
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
    };
    await Promise.all((await readdir(folder)).filter((name) => /\.(js|css|svg|json|txt)$/.test(name)).map(compress));
  },
};

/** Texts of one language in two requests: of the sign-in page, and what every other page needs, with those of the companions beside it. */
const TEXTS = /\/src\/(app|app\/resource|ui|features\/tasks|features\/notifications|features\/nouns)(?:\/texts)?\/(\w\w)\.(?:json|ts)$/;
const languageOf = (id: string): string | null => {
  const [, folder, language] = TEXTS.exec(id) ?? [];
  return language ? `${folder === 'app' ? 'words' : 'texts'}-${language}` : null;
};

/** A file that only hands on others: that someone imports it does not tell which of them is needed. */
const BARREL =
  /\/(react-core\/dist\/esm\/helpers|@tanstack\/(react-router\/dist\/esm|react-query\/build\/modern|query-core\/build\/modern))\/index\.js$/;

/** Whether one of `roots` needs the module to start, over whichever static imports. */
function isNeededBy(roots: RegExp, id: string, context: ChunkingContext, seen = new Set<string>()): boolean {
  if (roots.test(id)) return true;
  seen.add(id);
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && !BARREL.test(importer) && isNeededBy(roots, importer, context, seen));
}

const FIRST = /\/src\/(main|features\/session\/login-page)\.tsx$/;

/** The script that sends the first requests, and what it needs: on its own, so that it runs before the rest has come. */
const preloadOf = (id: string, context: ChunkingContext): string | null =>
  id === '\0rolldown/runtime.js' || isNeededBy(/\/src\/preload\.ts$/, id, context) ? 'preload' : null;

/** What the sign-in page needs, every page needs; only its own code stays in its own chunk. */
const coreOf = (id: string, context: ChunkingContext): string | null =>
  isNeededBy(FIRST, id, context) && !/\/features\/session\/login/.test(id) ? 'core' : null;

/** What the nouns declare, and what that needs: it follows the entry. */
const nounsOf = (id: string, context: ChunkingContext): string | null =>
  SCRIPT.test(id) && isNeededBy(/\/src\/features\/index\.ts$/, id, context) ? 'nouns' : null;

/** Styles of what most pages show come in one file. */
const styleOf = (id: string, context: ChunkingContext): string | null =>
  id.endsWith('.css') && isNeededBy(/\/(shell|message-page|list[/-]page|details-page)\.tsx$/, id, context) ? 'style' : null;

/** The label and help around a control are no form: a confirmation of a list may have them. */
const FORMS = /\/src\/(app|ui)\/form\/(?!field-shell\.)|\/node_modules\/(zod|react-hook-form|@hookform)\//;

/** What forms need besides: fields, schemas, and whatever brings them along. */
function formsOf(id: string, context: ChunkingContext, seen = new Set<string>()): string | null {
  seen.add(id);
  const imports = context.getModuleInfo(id)?.importedIds ?? [];
  return FORMS.test(id) || imports.some((one) => !seen.has(one) && formsOf(one, context, seen)) ? 'forms' : null;
}

const LISTS = /\/(list[/-]page|section-pages|tasks\/page)\.tsx$/;

/** What lists have from a file that only hands on: who needs it cannot be told. */
const OF_LISTS = /\/(useQueries|queriesObserver)\.js$/;

/** What lists need, whoever else needs the same; nothing of forms and details. A list is the first thing that people see. */
const kitOf = (id: string, context: ChunkingContext): string | null =>
  SCRIPT.test(id) && (OF_LISTS.test(id) || isNeededBy(LISTS, id, context)) && formsOf(id, context) === null ? 'kit' : null;

/** What pages of one noun share is of no use to the others: it comes in a file of the noun. Of the parts only object storage has pages of one noun. */
const NOUNS = /\/src\/(?:features|parts(?=\/object-storage\/))\/([\w-]+)\//;
const partOf = (id: string): string | null => (SCRIPT.test(id) ? (NOUNS.exec(id)?.[1] ?? null) : null);

/** What the contract says of nouns, whose rules and schemas need those of others: files of their own would import each other, and not start. */
const sayingsOf = (id: string, context: ChunkingContext): string | null => {
  if (!/\/contract\/src\/nouns\//.test(id)) return null;
  return formsOf(id, context) === null ? 'rules' : 'bodies';
};

/**
 * What several pages share comes in a few files by use, else a page would ask for forty small ones. A page's own code stays in its own
 * chunk. Order is precedence, and a group takes along what its modules import.
 */
const chunks = [
  { name: languageOf, debugName: 'texts' },
  { name: preloadOf, debugName: 'preload' },
  { name: coreOf, debugName: 'core' },
  { name: nounsOf, debugName: 'nouns' },
  { name: styleOf, debugName: 'style' },
  { name: 'shell', test: /\/src\/app\/shell\/shell\.tsx$/ },
  { name: kitOf, debugName: 'kit', minShareCount: 2 },
  // What follows the first data of a page.
  { name: 'live', test: /\/src\/app\/(away\/|live\/(connection|delays|index|port|live-open)\.ts)|(socket|engine)\.io-|\/companion\.tsx$/ },
  // Notices come to any page, and bring nothing that only some of them need.
  { name: 'notices', test: /\/src\/app\/notify\/(notices-view|notice-alert)\.tsx$/ },
  // Half of the client of object storage, which fetches both at once.
  { name: 'smithy', test: /\/node_modules\/@smithy\// },
  // Tables that draw only the rows in sight: files and uploads have them, and no other page.
  { name: 'virtual', test: /\/node_modules\/@tanstack\/(react-virtual|virtual-core)\// },
  { name: 'schemas', test: /\/node_modules\/(zod|ipaddr\.js)\/|\/contract\/src\/(wire|validation)\// },
  { name: sayingsOf, debugName: 'sayings', minShareCount: 2, includeDependenciesRecursively: false },
  { name: partOf, debugName: 'parts', minShareCount: 2, includeDependenciesRecursively: false },
  { name: (id: string, context: ChunkingContext) => formsOf(id, context), debugName: 'forms', minShareCount: 2 },
  { name: 'shared', test: SCRIPT, minShareCount: 2 },
];

/** All that a file of the bundle imports, over whichever others; itself too where they import each other in a circle. */
function behind(bundle: Rolldown.OutputBundle, name: string, into = new Set<string>()): Set<string> {
  const file = bundle[name];
  if (file?.type === 'chunk')
    for (const next of file.imports)
      if (!into.has(next)) {
        into.add(next);
        behind(bundle, next, into);
      }
  return into;
}

/** Fails where files import each other in a circle: what one of them needs at its start may not be there yet, and the page stays empty. */
const noCircles: Plugin = {
  name: 'gantry:no-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const circle = Object.keys(bundle).filter((name) => behind(bundle, name).has(name));
    if (circle.length > 0) throw new Error(`These files import each other: ${circle.join(', ')}`);
  },
};

/** What comes to people who have asked for no form. */
const FORMLESS = /\/(list\/page|notices-view)\.tsx$/;

/** Fails where a list, or a notice, waits for what only forms need: a third of a first visit. */
const listsWithoutForms: Plugin = {
  name: 'gantry:lists-without-forms',
  apply: 'build',
  generateBundle(_, bundle) {
    const holds = ({ moduleIds }: Rolldown.OutputChunk): boolean => moduleIds.some((id) => FORMLESS.test(id));
    const lists = Object.values(bundle).filter((file) => file.type === 'chunk' && holds(file)) as Rolldown.OutputChunk[];
    if (lists.length < 2) throw new Error('There is no list, or no notice: has its file another name?');
    for (const { fileName } of lists) {
      const forms = [...behind(bundle, fileName)].filter((name) => /\/(forms|schemas)-/.test(name));
      if (forms.length > 0) throw new Error(`${fileName} waits for ${forms.join(', ')}`);
    }
  },
};

/** One build serves any prefix: addresses are relative, and the server puts `<base href>` into index.html (S0 §1). */
export default defineConfig({
  base: './',
  plugins: [
    react(),
    thirdPartyLicences,
    computeAhead,
    noTopLevelAwait,
    ownThemesOnly,
    pageFiles(),
    noCircles,
    listsWithoutForms,
    unusedVariables,
    compiledWhole,
    compressAssets,
  ],
  build: {
    target: 'es2024',
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    // The entry preloads what a page needs from the paths of its own chunks; the helper for browsers without it is inline.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      // A dialog that a page loads when it opens is the same as the one that its own address shows at once: both wait for one chunk.
      checks: { ineffectiveDynamicImport: false },
    },
  },
});
