/** Cookies of the server. The two sides need different names: the cookies of a browser are the same for all ports of a host. */

/** @param cookies the header, `a=b; c=d` */
export function cookieOf(cookies: string | undefined, name: string): string | undefined {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/, 2));
  return pairs.find(([given]) => given === name)?.[1];
}

/** A header `set-cookie` that no script reads and no other site sends, for the addresses below a path alone. `more`: `; Max-Age=60`. */
export const hiddenCookie = (name: string, value: string, path: string, protocol: string, more = ''): string =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict${more}${protocol === 'https' ? '; Secure' : ''}`;
