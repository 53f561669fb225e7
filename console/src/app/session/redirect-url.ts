/** Where to go after sign-in (S0 §4, decision A9). All paths here are relative to the prefix: `/compute/instances?limit=50`. */

export const LOGIN_PATH = '/login';

/** Only paths inside the app: one leading slash, no backslash, no scheme, no control characters, not a login path again. */
export function safeRedirectUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//')) return undefined;
  if (/[\\\p{Cc}]/u.test(value)) return undefined;
  return isLoginPath(value) ? undefined : value;
}

const isLoginPath = (path: string): boolean => path === LOGIN_PATH || /^\/login[/?#]/.test(path);

/**
 * The redirectUrl of the way to the login page: the one already in the query, else the path the user was on.
 * Left out on the login page itself; one in another is never wrapped again.
 */
export function redirectUrlFor(fullPath: string, given: unknown): string | undefined {
  return safeRedirectUrl(given) ?? safeRedirectUrl(fullPath === '/' ? undefined : fullPath);
}
