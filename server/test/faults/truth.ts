/** The cloud by its own account, asked directly: nothing of the mirror is between. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { requestToken, type Token } from '../../src/engines/openstack/client/tokens.ts';
import { endpointOf } from '../../src/engines/openstack/client/catalogue.ts';
import { versioned } from '../../src/engines/openstack/client/versions.ts';
import type { ServiceName } from '../../src/engines/openstack/client/errors.ts';
import type { Suite } from './config.ts';

/** Kind → id → what must be the same in the store. */
export type Picture = Readonly<Record<string, Readonly<Record<string, string>>>>;

const thing = z.object({ id: z.string(), name: z.string().nullish(), status: z.string().optional() });
const listing = z.record(z.string(), z.unknown());

const LISTS: readonly { kind: string; service: ServiceName; path: string; member: string }[] = [
  { kind: 'server', service: 'compute', path: '/servers/detail?all_tenants=1&limit=1000', member: 'servers' },
  { kind: 'flavor', service: 'compute', path: '/flavors/detail?is_public=None', member: 'flavors' },
  { kind: 'volume', service: 'volume', path: '/volumes/detail?all_tenants=1', member: 'volumes' },
  { kind: 'network', service: 'network', path: '/networks', member: 'networks' },
  { kind: 'image', service: 'image', path: '/images?visibility=all&limit=1000', member: 'images' },
  { kind: 'domain', service: 'identity', path: '/domains', member: 'domains' },
];

/** Milliseconds a request may take, on a machine that is busy with all of a cloud. */
const LIMIT_MS = 60_000;
/** And while a service starts, until it is asked anew. */
const PATIENCE_MS = 3000;

/** Name and status in one text. */
export const faceOf = ({ name, status }: { name?: string | null | undefined; status?: string | undefined }): string =>
  [name ?? '', ...(status === undefined ? [] : [status])].join(' | ');

export class Truth {
  readonly #suite: Suite;
  #token: Token | undefined;

  constructor(suite: Suite) {
    this.#suite = suite;
  }

  /** Everything as the cloud says it is. Throws while a service does not answer. */
  async picture(limit = LIMIT_MS): Promise<Picture> {
    const entries = LISTS.map(async ({ kind, service, path, member }) => {
      const items = z.array(thing).parse(listing.parse(await this.ask(service, 'GET', path, undefined, limit))[member]);
      return [kind, Object.fromEntries(items.map((item) => [item.id, faceOf(item)]))] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Ends when every service has answered a listing again: a process that listens does not serve yet. */
  async served(): Promise<number> {
    for (const until = Date.now() + LIMIT_MS; ; await sleep(200)) {
      try {
        await this.picture(PATIENCE_MS);
        return Date.now();
      } catch (error) {
        if (Date.now() > until) throw error;
      }
    }
  }

  async ask(service: ServiceName, method: string, path: string, body?: unknown, limit = LIMIT_MS): Promise<unknown> {
    const token = await this.#signedIn();
    const base = service === 'identity' ? this.#suite.account.authUrl : this.#address(service, token);
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { 'x-auth-token': token.id, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limit),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  }

  #address(service: ServiceName, token: Token): string {
    const { region, interface: face } = this.#suite.account;
    const url = endpointOf(token.catalogue, service, { region, interface: face ?? 'public' }, token.projectId);
    if (url === undefined) throw new Error(`the cloud has no ${service}`);
    return versioned(service, url).replace('{project}', token.projectId ?? '');
  }

  async #signedIn(): Promise<Token> {
    const { authUrl, auth } = this.#suite.account;
    if (!this.#token || Date.parse(this.#token.expiresAt) < Date.now() + 60_000)
      this.#token = await requestToken({ authUrl, timeLimit: LIMIT_MS }, auth);
    return this.#token;
  }
}
