/** What each page of the built console needs, as its build has written it down, named in the document so that all of it leaves at once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES } from '@gantry/contract/constants';
import { z } from 'zod';
import { escape } from './html.ts';

/** Files by language. */
const texts = z.record(z.string(), z.array(z.string()));
const files = z.array(z.string());

const pageFiles = z.object({
  /** Texts of every page. */
  texts,
  /** What pages behind sign-in share. */
  signedIn: z.object({ files, texts }),
  pages: z.array(
    z.object({
      /** As the console's router writes it: `/compute/instances/$serverId`, `/login/$domainName`, `/add/{-$step}`. */
      path: z.string(),
      /** One of the pages that show before anybody is signed in. */
      isFirst: z.boolean(),
      files,
      texts,
      /** The call that the page begins with. */
      first: z.object({ call: z.object({ path: z.string(), subject: z.string() }), spec: z.unknown().optional() }).optional(),
    }),
  ),
});

type PageFiles = z.output<typeof pageFiles>;
type Page = PageFiles['pages'][number] & { pattern: RegExp };

/** Name of the build's file, beside index.html. */
const FILE = 'pages.json';

/** `/compute/instances/$serverId` → an expression with a group for each parameter. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('/')
      .slice(1)
      .map((part) =>
        part.startsWith('{-$')
          ? '(?:/[^/]+)?'
          : part.startsWith('$')
            ? `/(?<${part.slice(1)}>[^/]+)`
            : `/${part.replace(/[^\w-]/g, '\\$&')}`,
      )
      .join('')}/?$`,
  );

/** Part by part, a word goes before a parameter: `/instances/add` before `/instances/$serverId`. */
const rankOf = ({ path }: Pick<Page, 'path'>): string =>
  path
    .split('/')
    .map((part) => (part.startsWith('{-$') ? 2 : part.startsWith('$') ? 1 : 0))
    .join('');

/** Language that the console will most likely speak: asked for, chosen before, or the browser's. */
function languageOf(query: string | undefined, cookie: string | undefined, accepted: string | undefined): string {
  const chosen = /(?:^|; )gantry_language=(\w+)/.exec(cookie ?? '')?.[1];
  const wanted = [query, chosen, ...(accepted ?? '').split(',').map((tag) => tag.trim().split(/[-;]/, 1)[0])];
  return wanted.map((tag) => tag?.toLowerCase()).find((tag) => LOCALES.some((locale) => locale === tag)) ?? DEFAULT_LOCALE;
}

/** A request for a page, as far as it says what that will need. */
export interface PageRequest {
  /** Below the prefix: `/compute/instances?page=2`. */
  url: string;
  cookie: string | undefined;
  language: string | undefined;
}

/** Tags for the head of a page: what its first script reads, and files. */
export interface PageTags {
  first: string;
  files: string;
}

/** What a page needs in its head. Without a list of the build's, nothing. */
export function readPageFiles(folder: string): (request: PageRequest) => PageTags {
  let known: PageFiles;
  try {
    known = pageFiles.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return () => ({ first: '', files: '' });
    throw error;
  }
  const pages: Page[] = known.pages
    .map((page) => ({ ...page, pattern: patternOf(page.path) }))
    .sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  return ({ url, cookie, language }) => {
    const { pathname, searchParams } = new URL(url, 'http://console');
    const locale = languageOf(searchParams.get('locale') ?? undefined, cookie, language);
    const page = pages.find(({ pattern }) => pattern.test(pathname));
    const parts = [known, ...(page?.isFirst ? [] : [known.signedIn]), ...(page ? [page] : [])];
    const wanted = new Set(parts.flatMap((part) => [...('files' in part ? part.files : []), ...(part.texts[locale] ?? [])]));
    return { first: firstRead(page, pathname), files: [...wanted].map(tagOf).join('') };
  };
}

const tagOf = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="./${escape(file)}">`;

/** What the page begins with, its path filled in from the address; what that does not name is in the `params` of the list. */
function firstRead(page: Page | undefined, pathname: string): string {
  if (!page?.first) return '';
  const { call, spec } = page.first;
  const values = page.pattern.exec(pathname)?.groups ?? {};
  const path = call.path.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const content = JSON.stringify({ call: { ...call, path }, ...(spec !== undefined && { spec }) });
  return `<meta name="gantry:first-read" content="${escape(content)}">`;
}
