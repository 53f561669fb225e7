import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { HttpOptions } from './port.ts';

/** The console and its API may be served below this path of a host application (S0 §1, decision B22). */
const PREFIX = /^(\/api\/agent_direct\/(?!\.{1,2}\/)[\w.~-]{1,128}\/lca)(?=[/?]|$)/;

/** `/api/agent_direct/7/lca/api/v2/about` → that prefix; '' where there is none. */
export const prefixOf = (url: string): string => PREFIX.exec(url)?.[1] ?? '';

/** The URL below the prefix, as routes know it. */
export function withoutPrefix({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const rest = url.slice(prefixOf(url).length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A path whose parts need no escaping and lead nowhere else: `/gantry`, `/tools/gantry`. */
const FORWARDED = /^((?:\/(?!\.{1,2}(?:\/|$))[\w.~-]{1,128}){1,8})\/?$/;

/** Root of the console and its API in the browser, '' at the origin: what a trusted proxy has taken off the path, then our own prefix. */
export function rootOf({ headers, raw, originalUrl }: FastifyRequest, proxies: HttpOptions['proxies']): string {
  const said = headers['x-forwarded-prefix'];
  const taken = typeof said === 'string' && proxies.trusts(raw.socket.remoteAddress) ? FORWARDED.exec(said)?.[1] : undefined;
  return `${taken ?? ''}${prefixOf(originalUrl)}`;
}
