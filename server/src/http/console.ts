/** Serves the built console: hashed assets for a year, index.html fresh, told which side it is and where it lives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Side } from '@gantry/contract/wire/side';
import { cookieOf, hiddenCookie } from './cookies.ts';
import { OPERATIONS_PATHS } from './operations.ts';
import type { ListenerOptions } from './port.ts';
import { readPageFiles, type PageTags } from './page-files.ts';
import { rootOf } from './prefix.ts';
import { S3_PROXY } from './s3proxy.ts';
import { refuseUnknown } from './unknown.ts';

/** First path segments that are never a page of the console. */
const NO_PAGES: ReadonlySet<string> = new Set(['api', S3_PROXY, 'assets', 'ws', 'prometheus', 'grafana', ...OPERATIONS_PATHS]);

/** A browser keeps the files of a build for a year, and is taken to have them for so long. */
const MARK_SECONDS = 365 * 86_400;

const HTML = 'text/html; charset=utf-8';
const NOT_BUILT =
  '<!doctype html><title>Gantry</title><p>The console has not been built yet: run <code>npm run build</code>. The API is at work: <a href="api/docs">API reference</a>.</p>';

function readIndex(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** index.html for a side and a prefix, with what the page needs. The prefix holds no character that would need escaping. */
const pageOf = (index: string, side: Side, prefix: string, { first, files }: PageTags): string =>
  index
    .replace(/<head[^>]*>/i, (head) => `${head}<base href="${prefix}/"><meta name="gantry:side" content="${side}">${first}`)
    .replace('</head>', () => `${files}</head>`);

/** Adds static files and the answer to every address no call has: a page of the console, or an error of the API. */
export async function serveConsole(
  app: FastifyInstance,
  { consoleFolder: folder, side, proxies }: Pick<ListenerOptions, 'consoleFolder' | 'side' | 'proxies'>,
): Promise<void> {
  const index = readIndex(folder);
  const heads = readPageFiles(folder);
  const mark = `gantry-build-${side}`;
  if (index !== undefined)
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      dotfiles: 'ignore',
      immutable: true,
      maxAge: '1y',
      // Their names tell whether they have changed, and nobody reads a part of one.
      lastModified: false,
      acceptRanges: false,
      preCompressed: true,
      wildcard: true,
    });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const first = request.url.split(/[/?]/, 2)[1] ?? '';
    if (NO_PAGES.has(first) || (request.method !== 'GET' && request.method !== 'HEAD')) refuseUnknown(request, reply, side);
    if (index === undefined) return reply.code(503).type(HTML).header('cache-control', 'no-cache').send(NOT_BUILT);
    const { url, headers } = request;
    const root = rootOf(request, proxies);
    const { build, tagsOf } = heads;
    const isKnown = build !== undefined && cookieOf(headers.cookie, mark) === build;
    if (build !== undefined && !isKnown)
      reply.header('set-cookie', hiddenCookie(mark, build, `${root}/`, request.protocol, `; Max-Age=${MARK_SECONDS}`));
    const tags = tagsOf({ url, cookie: headers.cookie, language: headers['accept-language'], isKnown });
    return reply
      .type(HTML)
      .header('cache-control', 'no-cache')
      .header('vary', 'Cookie, Accept-Language')
      .send(pageOf(index, side, root, tags));
  });
}
