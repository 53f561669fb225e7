/** Whom an attack is made by and on: the product with its sample tenants, or a server that does nothing, for which names do not matter. */
import { randomBytes } from 'node:crypto';
import { objectStorageCalls } from '@gantry/contract/nouns/object-storage/calls';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { ask } from './ask.ts';
import { PASSWORD } from '../../tools/lib/product.ts';
import { signInTo } from '../../tools/lib/session.ts';

/** A bucket of the attacker's. */
export const BUCKET = 'attacked';

type Headers = Readonly<Record<string, string>>;

export interface World {
  /** `http://127.0.0.1:12345` */
  base: string;
  /** A tenant who attacks, one of the same project who may only read, one who works in it, and one of another tenant. */
  lead: Headers;
  viewer: Headers;
  member: Headers;
  other: Headers;
  /** A server of their project. */
  serverId: string;
  /** A browser that has signed in as `acme-member` before. */
  device: string;
}

/** Body of a sign-in. */
export const signInBody = (username: string, password: string, device?: string): string =>
  JSON.stringify({ domain: 'acme', username, password, ...(device !== undefined && { device }) });

/** Signs everybody in, once, before the first attack. */
export async function enter(base: string): Promise<World> {
  const lead = await signInTo(base, 'acme', 'acme-lead', 'acme-prod');
  const viewer = await signInTo(base, 'acme', 'acme-viewer', 'acme-prod');
  const member = await signInTo(base, 'acme', 'acme-member', 'acme-prod');
  const other = await signInTo(base, 'globex', 'globex-member', 'globex-prod');
  const { data } = serverCalls.list.answer.parse(await lead.get(`${serverCalls.list.path}?limit=1&status=ACTIVE`));
  const device = randomBytes(32).toString('base64url');
  await ask(base, { method: 'POST', path: '/api/v2/login', body: signInBody('acme-member', PASSWORD, device) });
  await ask(base, { method: objectStorageCalls.enable.method, path: objectStorageCalls.enable.path, headers: lead.headers });
  await ask(base, { method: 'PUT', path: `/s3proxy/${BUCKET}`, headers: { ...lead.headers, 'content-length': '0' } });
  return {
    base,
    lead: lead.headers,
    viewer: viewer.headers,
    member: member.headers,
    other: other.headers,
    serverId: data[0]?.id ?? 'none',
    device,
  };
}
