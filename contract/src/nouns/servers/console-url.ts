/** Where a console is reached (S0 §3). `path` begins without a slash, and holds the query. */
export interface ConsolePlace {
  host: string;
  port: number;
  password: string;
  path: string;
  /** Whether by TLS. */
  secure: boolean;
}

/** Scheme, host (an IPv6 one in brackets), port, path, query. */
const ADDRESS = /^(https?|wss?):\/\/(\[[\da-f:.]+\]|[^/?#:@[\]]+)(?::(\d{1,5}))?(\/[^?#]*)?(\?[^#]*)?(?:#.*)?$/i;
/** Where the WebSocket is that a page of noVNC opens by itself. */
const DEFAULT_PATH = 'websockify';

const queryOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .replace(/^\?/, '')
      .split('&')
      .map((part): [string, string] => {
        const [name = '', ...value] = part.split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
      }),
  );

/**
 * Reads the address of a console. Of a page of noVNC, `http://proxy:6080/vnc_lite.html?path=%3Ftoken%3Dx` or `…/vnc_auto.html?token=x`: what
 * its query says about the WebSocket. Of a WebSocket, `wss://host/stream`: what it is itself. Undefined where it is neither.
 */
export function consolePlace(url: string): ConsolePlace | undefined {
  const match = ADDRESS.exec(url);
  if (!match) return undefined;
  const [, scheme = '', hostname = '', portText, pathname = '/', search = ''] = match;
  const secure = /^(https|wss)$/i.test(scheme);
  const query = queryOf(search);
  const port = Number(query.get('port') ?? portText ?? (secure ? 443 : 80));
  if (!(port > 0 && port < 65_536)) return undefined;
  const here = { host: query.get('host') ?? hostname, port, password: query.get('password') ?? '', secure };
  if (!pathname.endsWith('.html')) return { ...here, path: `${pathname.slice(1)}${search}` };
  const token = query.get('token');
  const path = query.get('path') ?? (token === undefined ? DEFAULT_PATH : `?token=${encodeURIComponent(token)}`);
  return { ...here, path: path.replace(/^\//, '') };
}

/** The address of the WebSocket: `wss://host:443/path`. */
export const streamUrl = ({ host, port, path, secure }: ConsolePlace): string => `${secure ? 'wss' : 'ws'}://${host}:${port}/${path}`;
