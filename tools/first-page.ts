/**
 * `node tools/first-page.ts [nouns]`: how large the sign-in page is in a build with so many made-up nouns beside the real ones (80), each with
 * routes, a menu entry, calls, pages and texts in every language. Ends with 1 above the budget.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LOCALES } from '@gantry/contract/constants';
import { build, type Plugin, type Rolldown } from 'vite';
import { root } from './lib/files.ts';

/** KB of 1,000 bytes, gzip. */
const BUDGET = 190;
const NOUNS = 80;

const folder = join(root, 'console');
const FEATURES = '/src/features/index.ts';
const TABLE = '/src/app/api/call-table.ts';
const number = (id: string): string => /(\d+)/.exec(id)?.[1] ?? '';

/** A noun as `features/volume-snapshots` declares it. */
const nounModule = (n: string): string => `
import { sectionFeature, sectionOf } from '${folder}/src/app/resource/section.ts';
import { api } from '${folder}/src/app/api/calls.ts';
import Icon from '@patternfly/react-icons/dist/esm/icons/camera-icon';
const section = sectionOf({ noun: 'noun-${n}', kind: 'noun_${n}', calls: api.volumeSnapshots, path: '/compute/nouns-${n}',
  spec: { sortKeys: ['name', 'size${n}'], filters: { name: 'contains' }, defaultSort: 'name:asc' } });
export const noun = sectionFeature(section, {
  texts: {${LOCALES.map((locale) => `'./${locale}.json': () => import('made-up:texts-${n}-${locale}')`).join(',')}},
  menu: [{ path: section.path, label: 'list', icon: Icon }],
  pages: () => import('made-up:pages-${n}'),
  form: () => import('made-up:form-${n}'),
});`;

/** Puts the nouns into the index and their calls into the table. */
const madeUp = (count: number): Plugin => ({
  name: 'made-up-nouns',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('made-up:') ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith('\0made-up:')) return undefined;
    const [n, name] = [number(id), id.slice('\0made-up:'.length)];
    if (name.startsWith('noun')) return nounModule(n);
    return name.startsWith('texts')
      ? `export default { title: ${JSON.stringify(id)} };`
      : `export const [List, Details, Page] = Array(3).fill(() => ${JSON.stringify(id)});`;
  },
  transform(code, id) {
    const all = Array.from({ length: count }, (_, index) => String(index));
    if (id.endsWith(FEATURES)) {
      const imports = all.map((n) => `import { noun as made${n} } from 'made-up:noun-${n}';`).join('\n');
      return `${imports}\n${code.replace(/errors,\s+\]/, `${all.map((n) => `made${n}`).join(', ')}, errors]`)}`;
    }
    if (!id.endsWith(TABLE)) return undefined;
    const calls = all.flatMap((n) => ['list', 'create', 'read', 'update', 'delete'].map((name) => `nouns${n}.${name}`));
    const more = calls.map((call) => [call, { id: call, method: 'GET', path: `/api/v2/compute/${call}`, subject: call }]);
    return `${code}\nObject.assign(callTable, ${JSON.stringify(Object.fromEntries(more))});`;
  },
});

/** All that a chunk needs to run, itself included. */
function neededBy(chunk: Rolldown.OutputChunk, chunks: ReadonlyMap<string, Rolldown.OutputChunk>, seen: Set<string>): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css);
  for (const name of chunk.imports) {
    const other = chunks.get(name);
    if (other) neededBy(other, chunks, seen);
  }
  return seen;
}

async function measure(count: number): Promise<{ first: number; nouns: number }> {
  const outDir = mkdtempSync(join(tmpdir(), 'gantry-first-page-'));
  try {
    const answer = await build({ root: folder, logLevel: 'error', plugins: [madeUp(count)], build: { outDir, emptyOutDir: true } });
    const { output } = answer as Rolldown.RolldownOutput;
    const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
    const isFirst = ({ isEntry, facadeModuleId, name }: Rolldown.OutputChunk) =>
      isEntry || /features\/session\/(login-page\.tsx|texts\/en\.json)$/.test(facadeModuleId ?? '') || name === 'words-en';
    const first = new Set<string>();
    for (const chunk of chunks.values()) if (isFirst(chunk)) neededBy(chunk, chunks, first);
    const kb = (files: Iterable<string>): number =>
      [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length / 1000, 0);
    return { first: kb(first), nouns: kb([...chunks.keys()].filter((file) => /\/nouns-/.test(file))) };
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

const count = Number(process.argv[2] ?? NOUNS);
const { first, nouns } = await measure(count);
process.stdout.write(
  `${count} more nouns: sign-in page ${first.toFixed(1)} KB of ${BUDGET}, what they declare ${nouns.toFixed(1)} KB later\n`,
);
process.exitCode = first <= BUDGET ? 0 : 1;
