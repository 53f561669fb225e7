/** What each page of the built console needs, as its build has written it down, named in the document so that all of it leaves at once. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES } from '@gantry/contract/constants';
import { z } from 'zod';
import { cookieOf } from './cookies.ts';
import { escape } from './html.ts';

/** Files by language. */
const texts = z.record(z.string(), z.array(z.string()));
const files = z.array(z.string());

const pageFiles = z.object({
  /** Scripts of the document itself. */
  entry: files,
  /** Texts of every page. */
  texts,
  /** The font of a language. */
  fonts: z.record(z.string(), z.string()),
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

/** Enough that no two builds have the same. */
const BUILD_LETTERS = 12;

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
  const wanted = [query, cookieOf(cookie, 'gantry_language'), ...(accepted ?? '').split(',').map((tag) => tag.trim().split(/[-;]/, 1)[0])];
  return wanted.map((tag) => tag?.toLowerCase()).find((tag) => LOCALES.some((locale) => locale === tag)) ?? DEFAULT_LOCALE;
}

/** A request for a page, as far as it says what that will need. */
export interface PageRequest {
  /** Below the prefix: `/compute/instances?page=2`. */
  url: string;
  cookie: string | undefined;
  language: string | undefined;
  /** Whether the browser has been given the pages of this build before. */
  isKnown: boolean;
}

/** Tags for the head of a page: what its first script reads and what comes before all scripts, and files. */
export interface PageTags {
  first: string;
  files: string;
}

/** What pages of the console need in their heads. */
export interface PageHeads {
  /** Stands for the build: another one has other files. Undefined without its list. */
  build: string | undefined;
  tagsOf(request: PageRequest): PageTags;
}

/** Reads what the build has written down. Without its list, pages need nothing. */
export function readPageFiles(folder: string): PageHeads {
  let text: string;
  try {
    text = readFileSync(join(folder, FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { build: undefined, tagsOf: () => ({ first: '', files: '' }) };
    throw error;
  }
  const known = pageFiles.parse(JSON.parse(text));
  return { build: createHash('sha256').update(text).digest('base64url').slice(0, BUILD_LETTERS), tagsOf: tagsFrom(known) };
}

function tagsFrom(known: PageFiles): PageHeads['tagsOf'] {
  const pages: Page[] = known.pages
    .map((page) => ({ ...page, pattern: patternOf(page.path) }))
    .sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  return ({ url, cookie, language, isKnown }) => {
    const { pathname, searchParams } = new URL(url, 'http://console');
    const locale = languageOf(searchParams.get('locale') ?? undefined, cookie, language);
    const page = pages.find(({ pattern }) => pattern.test(pathname));
    const parts = [known, ...(page?.isFirst ? [] : [known.signedIn]), ...(page ? [page] : [])];
    const wanted = new Set(parts.flatMap((part) => [...('files' in part ? part.files : []), ...(part.texts[locale] ?? [])]));
    const tags = (named: Iterable<string>) => [...named].map((file) => tagOf(file, isKnown)).join('');
    const font = isKnown ? known.fonts[locale] : undefined;
    return {
      first: `${isKnown ? tags(known.entry) : ''}${firstRead(page, pathname)}`,
      files: `${tags(wanted)}${font === undefined ? '' : fontTag(font)}`,
    };
  };
}

/**
 * Chromium compiles a module anew in each tab, while it arrives; one that was asked for as a plain script it compiles once, and keeps. The
 * first visit is faster by the one, each later one by the other (`npm run builds`).
 */
const tagOf = (file: string, isKnown: boolean): string => {
  const how = file.endsWith('.css') ? 'rel="stylesheet"' : isKnown ? 'rel="preload" as="script"' : 'rel="modulepreload"';
  return `<link ${how} crossorigin href="./${escape(file)}">`;
};

/** A browser that has the font shows its letters at once. Another one is not kept from scripts by it: letters as wide stand in. */
const fontTag = (file: string): string => `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${escape(file)}">`;

/** What the page begins with, its path filled in from the address; what that does not name is in the `params` of the list. */
function firstRead(page: Page | undefined, pathname: string): string {
  if (!page?.first) return '';
  const { call, spec } = page.first;
  const values = page.pattern.exec(pathname)?.groups ?? {};
  const path = call.path.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const content = JSON.stringify({ call: { ...call, path }, ...(spec !== undefined && { spec }) });
  return `<meta name="gantry:first-read" content="${escape(content)}">`;
}
