import type { Plugin, Rolldown } from 'vite';
import { declaredPages, type DeclaredPage } from './declared.ts';

/** Name of the file beside index.html, for the server: what each page of the console needs. */
export const PAGE_FILES = 'pages.json';

/** What the document starts. */
const ENTRY = 'main.tsx';

/** What every page behind sign-in needs, and folders of its texts. */
const SIGNED_IN = ['app/shell/shell.tsx', 'features/index.ts'];
const ALL_TEXTS = ['app/resource', 'ui', 'features/nouns', 'features/tasks', 'features/notifications'];

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** A chunk, all that it needs to run, and their styles. */
function withImports(file: string, chunks: Chunks, into = new Set<string>()): Set<string> {
  const chunk = chunks.get(file);
  if (!chunk || into.has(file)) return into;
  into.add(file);
  for (const css of chunk.viteMetadata?.importedCss ?? []) into.add(css);
  for (const one of chunk.imports) withImports(one, chunks, into);
  return into;
}

/** The font that a page in each language begins with (`fonts.css`): the name of its file. Chinese and Japanese letters are the system's. */
const FONTS: Readonly<Record<string, readonly string[]>> = {
  RedHatTextVF: ['de', 'en', 'es', 'pt', 'tr'],
  arabic: ['ar'],
  cyrillic: ['ru'],
};

/** File of the font by language. */
function fontFiles(bundle: Rolldown.OutputBundle): Record<string, string> {
  const files = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
  return Object.fromEntries(
    Object.entries(FONTS).flatMap(([name, languages]) => {
      const file = files.find((one) => one.startsWith(`assets/${name}-`));
      if (file === undefined) throw new Error(`There is no font ${name}`);
      return languages.map((language) => [language, file]);
    }),
  );
}

/** Folder and language of a file of texts. */
const TEXTS = /^(.*?)(?:\/texts)?\/(\w\w)\.(?:json|ts)$/;

/** The first script waits for no styles and no other script; nothing is painted before it has put the theme on. */
function firstScript(html: string): string {
  const free = html.replace(/<script (?=[^>]*\/preload-)/, '<script async blocking="render" ');
  if (free === html) throw new Error('There is no script for the first requests');
  return free;
}

/**
 * Writes `pages.json`: for each address of the console the files of its page, those of its texts by language, and what it begins with. The
 * server names them in the document, so that they leave with the entry instead of one wave after another.
 */
export function pageFiles(): Plugin {
  let root = '';
  let pages: DeclaredPage[] = [];
  return {
    name: 'gantry:page-files',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    async buildStart() {
      pages = await declaredPages(root);
    },
    transformIndexHtml: { order: 'post', handler: (html) => firstScript(html) },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks: Chunks = new Map(
          Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
        );
        const holders = new Map([...chunks.values()].flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName] as const)));
        const needed = (modules: readonly string[]): string[] => [
          ...new Set(modules.flatMap((id) => [...withImports(holders.get(id) ?? '', chunks)])),
        ];
        // Not asked of the chunks: an entry that only imports is taken into the document, and is no chunk any more.
        const entry = new Set(needed([`${root}/src/${ENTRY}`]));
        if (entry.size === 0) throw new Error(`No file holds ${ENTRY}`);
        const texts = (folders: readonly string[]): Record<string, string[]> => {
          const found: Record<string, Set<string>> = {};
          for (const [id, file] of holders) {
            const [, folder, language] = TEXTS.exec(id) ?? [];
            if (language !== undefined && folders.some((one) => folder === `${root}/src/${one}`)) (found[language] ??= new Set()).add(file);
          }
          return Object.fromEntries(Object.entries(found).map(([language, files]) => [language, [...files]]));
        };
        const others = (files: readonly string[], known: ReadonlySet<string>): string[] => files.filter((file) => !known.has(file));
        const behindSignIn = others(needed(SIGNED_IN.map((file) => `${root}/src/${file}`)), entry);
        const known = new Set([...entry, ...behindSignIn]);
        const answer = {
          entry: [...entry].filter((file) => file.endsWith('.js')),
          texts: texts(['app']),
          fonts: fontFiles(bundle),
          signedIn: { files: behindSignIn, texts: texts(ALL_TEXTS) },
          pages: pages.map(({ path, noun, modules, first }) => {
            const isFirst = entry.has(holders.get(`${root}/src/features/${noun}/index.ts`) ?? '');
            return {
              path,
              isFirst,
              files: others(needed(modules), isFirst ? entry : known),
              texts: texts([`features/${noun}`]),
              ...(first && { first }),
            };
          }),
        };
        this.emitFile({ type: 'asset', fileName: PAGE_FILES, source: JSON.stringify(answer) });
      },
    },
  };
}
