/** Access rules of application credentials, by hand after Keystone's reference: Keystone keeps them, each service compares requests with them. */
import { randomBytes } from 'node:crypto';
import type { Json } from './recorded.ts';
import { Refusal, type AccessRule } from './reply.ts';

const MEMBERS: Readonly<Record<keyof AccessRule, RegExp>> = {
  service: /^[\w-]{1,64}$/,
  method: /^(POST|GET|HEAD|PATCH|PUT|DELETE)$/,
  path: /^\/.{0,224}$/,
};

/** The rules of a new credential, each with an id; null where it has none. Throws what Keystone says of one in another form. */
export function rulesOf(wanted: unknown): (AccessRule & { id: string })[] | null {
  if (wanted === undefined) return null;
  return (wanted as Json[]).map((rule) => {
    const member = (key: keyof AccessRule): string => {
      const [value, pattern] = [String(rule[key]), MEMBERS[key]];
      if (pattern.test(value)) return value;
      const message = `Invalid input for field 'application_credential/access_rules/${key}': '${value}' does not match '${pattern.source}'`;
      throw new Refusal(400, { error: { code: 400, message, title: 'Bad Request' } });
    };
    return { service: member('service'), method: member('method'), path: member('path'), id: randomBytes(16).toString('hex') };
  });
}

/** `*` and `{name}` are one segment of a path, `**` any number of them. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^$()|[\]\\]/g, '\\$&')
      .replaceAll('**', '\0')
      .replace(/\*|\{[^}]*\}/g, '[^/]+')
      .replaceAll('\0', '.*')}$`,
  );

/** Whether a service of this type takes the request. Keystone takes it always that a token asks what it is good for itself. */
export const isAllowed = (rules: readonly AccessRule[], type: string, method: string, path: string): boolean =>
  (type === 'identity' && method === 'GET' && path.endsWith('/v3/auth/tokens')) ||
  rules.some((rule) => rule.service === type && rule.method === method && patternOf(rule.path).test(path));
