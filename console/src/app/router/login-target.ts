import { redirectUrlFor } from '../session/redirect-url.ts';
import { readLastDomain } from '../session/storage.ts';

/** Where somebody without a session is sent (S0 §4): `/login/{domain}` of the last domain, with the way back. */
export function loginTarget(fullPath: string, given: unknown): { to: string; search: { redirectUrl?: string } } {
  const redirectUrl = redirectUrlFor(fullPath, given);
  const domain = readLastDomain()?.id;
  return {
    to: domain === undefined ? '/login' : `/login/${encodeURIComponent(domain)}`,
    search: redirectUrl === undefined ? {} : { redirectUrl },
  };
}
