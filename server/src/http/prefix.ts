import type { IncomingMessage } from 'node:http';

/** The console and its API may be served below this path of a host application (S0 §1, decision B22). */
const PREFIX = /^(\/api\/agent_direct\/(?!\.{1,2}\/)[\w.~-]{1,128}\/lca)(?=[/?]|$)/;

/** `/api/agent_direct/7/lca/api/v2/about` → that prefix; '' where there is none. */
export const prefixOf = (url: string): string => PREFIX.exec(url)?.[1] ?? '';

/** The URL below the prefix, as routes know it. */
export function withoutPrefix({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const rest = url.slice(prefixOf(url).length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
