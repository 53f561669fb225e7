import { nouns } from '@gantry/contract';
import type { S3Account, S3Config, S3NewKey, S3Overview } from '@gantry/contract/nouns/object-storage/entity';
import { ANSWER_BYTES, PAGE_LIMIT } from '@gantry/contract/constants';
import { isWithinReach } from '@gantry/contract/nouns/users/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { seesSystem } from '../../../access/visibility.ts';
import { pageOfAccounts } from '../../../accounts/account-page.ts';
import { accountIdOf, arnOf, NO_LIMITS, type Account } from '../../../accounts/account-records.ts';
import type { AccountService, Person } from '../../../accounts/account-service.ts';
import { NO_USAGE, sumOf } from '../../../accounts/usage.ts';
import { encodePlace } from '../../../store/lists/marker.ts';
import type { Row } from '../../../port/store/rows.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { authorised, signedIn, type CallRequest } from '../../../calls/call-request.ts';
import type { CallOptions } from '../../../calls/port.ts';
import { handle, type Handler } from '../../../calls/handler.ts';
import { takeTurn } from '../../../turns/turns.ts';
import { accountQueryOf, LISTED } from './account-query.ts';
import { objectHandlers } from './objects.ts';
import { assertBySession } from '../../../calls/by-session.ts';

const { calls } = nouns.objectStorage;

const MARKER = 's3 users';
/** Accounts that are read at a stretch; domains of an answer. */
const EVERY_AT_ONCE = 500;
const DOMAINS_MAX = 1000;
/** More than an account takes in an answer. */
const ACCOUNT_BYTES = 20_480;

const personOf = (request: Pick<CallRequest, 'caller'>): Person => {
  const { principal, scope } = signedIn(request);
  const { userId, userName, domainId } = principal;
  return { userId, userName, domainId, projectId: scope.type === 'project' ? scope.projectId : null };
};

/** What a domain is called; null where it is not there. */
const nameOf = (domain: Row | undefined): string | null => (domain ? String(domain.document['name']) : null);

/** The answer of the object storage; undefined where it is unavailable or refuses. */
async function ifAnswered<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GantryError && (error.code === 'engine_unavailable' || error.code === 'engine_refused')) return undefined;
    throw error;
  }
}

type Requested = Pick<CallRequest, 'caller' | 'visibility'>;

export function objectStorageHandlers({ store, objectStorage }: Pick<CallOptions, 'store' | 'objectStorage'>): Handler[] {
  /** Throws s3_not_found where nothing here holds objects. */
  function book(): AccountService {
    if (!objectStorage) throw new GantryError('s3_not_found');
    return objectStorage.accounts;
  }

  const config = (enabled: boolean, key?: S3NewKey): S3Config => ({
    enabled,
    endpoint: objectStorage?.endpoint.url ?? null,
    port: objectStorage?.endpoint.port ?? null,
    region: objectStorage?.endpoint.region ?? 'us-east-1',
    path_style: true,
    proxy: '/s3proxy/',
    max_keys: book().maxKeys,
    key_rights: book().keyRights,
    sharing: [...(objectStorage?.sharing.kinds ?? [])],
    revocable_links: objectStorage?.revocable ?? false,
    ...(key && { key }),
  });

  /** The caller's own account; throws not_found where they have none, and so no key either. */
  async function own(request: Requested): Promise<Account> {
    const account = await book().usable(personOf(request));
    if (!account) throw new GantryError('not_found');
    return account;
  }

  /** Those an administrator looks after: of the own domain, or undefined for all. */
  const domainOf = (request: Requested): string | undefined => {
    const { visibility } = authorised(request as CallRequest);
    return seesSystem(visibility) ? undefined : visibility.domainId;
  };

  /** An account of the path; a foreign one answers like one that never was. */
  async function theirs(request: Requested & { params: { s3UserId: string } }): Promise<Account> {
    const domainId = domainOf(request);
    const account = await book().byId(request.params.s3UserId);
    if (!account || (domainId !== undefined && account.domainId !== domainId)) throw new GantryError('not_found');
    return account;
  }

  /** One of the path that is to be changed: a key does what its user may, so whoever makes one reaches at least as far. Throws state_conflict. */
  async function withinReach(request: Requested & { params: { s3UserId: string } }): Promise<Account> {
    const account = await theirs(request);
    const user = (await store.read.findMany('user', [account.userId], EVERYTHING)).get(account.userId);
    if (user) assertAllowed(isWithinReach(user.document, { system: domainOf(request) === undefined }));
    return account;
  }

  async function shown(accounts: readonly Account[]): Promise<S3Account[]> {
    const users = await store.read.findMany('user', [...new Set(accounts.map(({ userId }) => userId))], EVERYTHING);
    const domains = await store.read.findMany('domain', [...new Set(accounts.map(({ domainId }) => domainId))], EVERYTHING);
    // A storage that is silent hides nobody: what they keep is not known then.
    const kept = await ifAnswered(objectStorage?.keeping.ofAccounts(accounts.map(({ id }) => id)));
    return accounts.map((account) => ({
      id: account.id,
      email: users.get(account.userId)?.document.email ?? '',
      name: account.name,
      arn: arnOf(account),
      user_id: account.userId,
      domain_id: account.domainId,
      domain_name: nameOf(domains.get(account.domainId)),
      is_enabled: account.enabled,
      keys: [...account.keys],
      limits: account.limits ?? NO_LIMITS,
      kept: kept ? (kept.get(account.id) ?? NO_USAGE) : null,
    }));
  }

  /** All accounts of a domain, or of all. */
  async function* every(domainId: string | undefined): AsyncGenerator<Account> {
    for (let after: string | undefined; ;) {
      const page = await book().list(domainId, after, EVERY_AT_ONCE);
      yield* page;
      await takeTurn();
      if (page.length < EVERY_AT_ONCE) return;
      after = page.at(-1)?.id;
    }
  }

  /** What is kept, by domain, most first. Null while the storage does not answer. */
  async function byDomain(request: Requested): Promise<Pick<S3Overview, 'kept' | 'domains'>> {
    const own = domainOf(request);
    // Where it is silent the rest is told all the same: that nothing is known is what the answer says then.
    const all = await ifAnswered(objectStorage?.keeping.ofDomains(() => every(own)));
    if (!all) return { kept: null, domains: [] };
    const entries = [...all].filter(([id]) => own === undefined || id === own);
    const sorted = entries.toSorted(([, a], [, b]) => (b.bytes ?? 0) - (a.bytes ?? 0) || b.buckets - a.buckets).slice(0, DOMAINS_MAX);
    const ids = sorted.map(([id]) => id);
    const rows = await store.read.findMany('domain', ids, EVERYTHING);
    const enabled = await Promise.all(ids.map((id) => book().isOnFor(id)));
    return {
      kept: entries.reduce((sum, [, kept]) => sumOf(sum, kept), NO_USAGE),
      domains: sorted.map(([id, kept], index) => ({
        domain_id: id,
        name: nameOf(rows.get(id)) ?? id,
        enabled: enabled[index]!,
        kept,
      })),
    };
  }

  /** A project of the path that the caller sees, as it is limited. */
  async function project(request: Requested, projectId: string): Promise<string> {
    const { visibility } = authorised(request as CallRequest);
    book();
    if (!(await store.read.find('project', projectId, visibility))) throw new GantryError('not_found');
    return projectId;
  }

  const limited = async (projectId: string) => ({
    limits: await book().projectLimits(projectId),
    kept: (await objectStorage?.keeping.ofProject(projectId)) ?? NO_USAGE,
  });

  return [
    handle(calls.service, async (request) => config((await book().usable(personOf(request))) !== undefined)),
    handle(calls.enable, async (request) => {
      assertBySession(request);
      return config(true, (await book().open(personOf(request))).key);
    }),
    handle(calls.user, async (request) => {
      const { userId } = personOf(request);
      const id = accountIdOf(userId);
      const account = await book().usable(personOf(request));
      return { id, arn: arnOf({ id }), enabled: account !== undefined, keys: [...(account?.keys ?? [])] };
    }),
    handle(calls.createKey, async (request) => {
      assertBySession(request);
      const { account, key } = await book().open(personOf(request), request.body);
      return key ?? book().createKey(account.id, request.body);
    }),
    handle(calls.updateKey, async (request) => {
      const { accessKey } = request.params;
      const { enabled, ...rights } = request.body;
      if (enabled === true || Object.keys(rights).length > 0) assertBySession(request);
      const { keys } = await book().changeKey((await own(request)).id, accessKey, request.body);
      return keys.toSorted((one, other) => Number(other.acc_key === accessKey) - Number(one.acc_key === accessKey));
    }),
    handle(calls.deleteKey, async (request) => {
      await book().deleteKey((await own(request)).id, request.params.accessKey);
      return null;
    }),
    ...objectHandlers({ store, objectStorage }, personOf),
    handle(calls.domain, async (request) => {
      const accounts = book();
      const { domainId } = request.params;
      const { visibility } = authorised(request as CallRequest);
      if (!(await store.read.find('domain', domainId, visibility))) throw new GantryError('not_found');
      return { enabled: await accounts.isOnFor(domainId) };
    }),
    handle(calls.users, async (request) => {
      book();
      const { limit = PAGE_LIMIT, with_count: counted } = request.query;
      const { sort, ...asked } = accountQueryOf(request.query, (marker) => store.opaque.open(marker, MARKER));
      const most = Math.min(limit, Math.floor(ANSWER_BYTES / ACCOUNT_BYTES));
      const { accounts, count, last } = await pageOfAccounts(every(domainOf(request)), { ...asked, limit: most });
      return {
        data: await shown(accounts),
        ...(counted && { count }),
        ...(last && { marker: store.opaque.seal(encodePlace(LISTED, sort, last), MARKER) }),
      };
    }),
    handle(calls.updateUser, async (request) => {
      const { is_enabled: isEnabled, limits } = request.body;
      let account = await withinReach(request);
      if (limits) account = await book().limit(account.id, limits);
      if (isEnabled !== undefined) account = await book().enable(account.id, isEnabled);
      return (await shown([account]))[0]!;
    }),
    handle(calls.overview, async (request) => {
      const { maxKeys, keyRights, limits } = book();
      const { url = null, port = null, region = 'us-east-1' } = objectStorage?.endpoint ?? {};
      return { endpoint: url, port, region, max_keys: maxKeys, key_rights: keyRights, limits, ...(await byDomain(request)) };
    }),
    handle(calls.project, async (request) => limited(await project(request, request.params.projectId))),
    handle(calls.limitProject, async (request) => {
      const projectId = await project(request, request.params.projectId);
      await book().limitProject(projectId, request.body);
      return limited(projectId);
    }),
    handle(calls.userKeys, async (request) => ({ data: [...(await theirs(request)).keys] })),
    handle(calls.createUserKey, async (request) => {
      assertBySession(request);
      const key = await book().createKey((await withinReach(request)).id, request.body);
      request.named([key.acc_key]);
      return key;
    }),
    handle(calls.deleteUserKey, async (request) => {
      await book().deleteKey((await withinReach(request)).id, request.params.keyId);
      return null;
    }),
  ];
}
