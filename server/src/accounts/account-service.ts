/** S3 users and their keys, for the calls of the console and for whoever checks signatures. */
import {
  isS3KeyCreatable,
  isS3KeyDeletable,
  S3_KEYS_MAX,
  type S3Key as VisibleKey,
  type S3NewKey,
} from '@gantry/contract/nouns/object-storage/entity';
import {
  ALL_RIGHTS,
  isLimited,
  type S3KeyChange,
  type S3KeyLimits,
  type S3KeyRights,
} from '@gantry/contract/nouns/object-storage/key-rights';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { instantOf, systemClock } from '../port/clock.ts';
import type { Records } from '../port/store/records.ts';
import type { Store } from '../port/store/store.ts';
import { accountIdOf, accountRecords, arnOf, newPair, NO_LIMITS, type Account } from './account-records.ts';
import type { S3Accounts, S3Key, StorageLimits } from '../port/accounts.ts';
import { usageReaderOf } from './usage.ts';
import type { ObjectUsers, Pair } from '../port/service.ts';
import type { AccessOf, AccountAccess } from './account-access.ts';
import { EVERYTHING } from '../store/visibility/visibility.ts';

/** Who uses object storage, as sign-in knows them. */
export interface Person {
  userId: string;
  userName: string;
  domainId: string;
  /** Project of the scope they work in; null: none. */
  projectId: string | null;
}

/**
 * The accounts of object storage. Throws not_found for keys and users that there are not, state_conflict where a rule says no, not_supported
 * where the storage behind it cannot do it.
 */
export interface AccountService extends S3Accounts {
  /** Most pairs of keys of a user; 0 where users have none. */
  readonly maxKeys: number;
  /** Whether a pair of keys can have less rights than its user. */
  readonly keyRights: boolean;
  /** Whether more than a user may keep is refused. */
  readonly limits: { user: boolean; project: boolean };
  /**
   * Throws s3_disabled, and s3_user_disabled, also where the person may no longer work in the project whose buckets the account has; undefined
   * where there is no account, or an empty one of a project that is closed to the person.
   */
  usable(person: Pick<Person, 'userId' | 'domainId'>): Promise<Account | undefined>;
  /**
   * The account of a person who may use it; makes it with a pair of keys where there is none, also in place of an empty one that is closed.
   * `limits`: of that pair; throws not_supported where the storage cannot keep to them.
   */
  open(person: Person, limits?: S3KeyLimits): Promise<{ account: Account; key?: S3NewKey }>;
  byId(id: string): Promise<Account | undefined>;
  list(domainId: string | undefined, after: string | undefined, limit: number): Promise<Account[]>;
  createKey(id: string, limits?: S3KeyLimits): Promise<S3NewKey>;
  /** Throws not_supported where the key would have limits that the storage cannot keep to. */
  changeKey(id: string, accessKey: string, asked: S3KeyChange): Promise<Account>;
  deleteKey(id: string, accessKey: string): Promise<void>;
  enable(id: string, enabled: boolean): Promise<Account>;
  limit(id: string, limits: StorageLimits): Promise<Account>;
  projectLimits(projectId: string): Promise<StorageLimits>;
  limitProject(projectId: string, limits: StorageLimits): Promise<void>;
  isOnFor(domainId: string): Promise<boolean>;
  /**
   * Does at the storage what has become of the user: cut off while the user may do nothing in the account's project, reading while he only reads, and gone
   * with all keys where there is no user any more. An account that still has buckets, as many as `buckets` says, stays, cut off: what it keeps
   * belongs to somebody.
   */
  follow(id: string, buckets: (id: string) => Promise<number>): Promise<void>;
  /** Another hidden pair takes the place of the present one: what that has signed leads nowhere from then on. Throws not_supported. */
  revoke(id: string): Promise<void>;
}

/** A pair as its user gets it, once. */
const shown = ({ accessKey, secret }: Pair, rights: S3KeyRights): S3NewKey => ({
  acc_key: accessKey,
  sec_key: secret,
  enabled: true,
  created_at: instantOf(systemClock.now()),
  ...rights,
});
const DAY = 24 * 60 * 60_000;
const endIn = (days: number | null): string | null => (days === null ? null : instantOf(systemClock.now() + days * DAY));
/** Rights of a pair that is made now. */
const rightsOf = ({ expires_in_days: days, ...rights }: S3KeyLimits): S3KeyRights => ({ ...rights, expires_at: endIn(days) });
/** A pair with what is to be another. */
function changedKey(key: VisibleKey, asked: S3KeyChange): VisibleKey {
  const { enabled = key.enabled, access = key.access, buckets = key.buckets, prefix = key.prefix, expires_in_days: days } = asked;
  return { ...key, enabled, access, buckets, prefix, expires_at: days === undefined ? key.expires_at : endIn(days) };
}

const withoutSecret = ({ sec_key: _secret, ...key }: S3NewKey) => key;

/** With the users of a storage elsewhere, where there is one: what that refuses is not noted here either. `accessOf`: what each account may do now. */
export function createAccountService(
  store: Pick<Store, 'objects' | 'opaque' | 'read' | 'records' | 'transaction'>,
  accessOf: AccessOf,
  users: Partial<ObjectUsers> = {},
): AccountService {
  const kept = accountRecords(store);
  const { keyring, shared } = users;
  const keeping = usageReaderOf(store.objects, users);

  const assertKeys = (): void => {
    if (shared) throw new GantryError('not_supported');
  };

  const keepsRights = !keyring && !shared;
  /** Throws not_supported where the storage cannot keep to them. */
  function newRights(limits: S3KeyLimits | undefined): S3KeyRights {
    const rights = limits ? rightsOf(limits) : ALL_RIGHTS;
    if (!keepsRights && isLimited(rights)) throw new GantryError('not_supported');
    return rights;
  }

  /** Changes one account in a transaction of its own. */
  const change = <T extends object>(id: string, work: (account: Account, records: Records) => Promise<T> | T): Promise<T> =>
    store.transaction(async ({ records }) => {
      const account = await kept.account(records, id);
      if (!account) throw new GantryError('not_found');
      return work(account, records);
    });

  async function changed(records: Records, account: Account): Promise<Account> {
    await kept.put(records, account);
    return account;
  }

  async function found(id: string): Promise<Account> {
    const account = await kept.account(store.records, id);
    if (!account) throw new GantryError('not_found');
    return account;
  }

  async function withKey(id: string, accessKey: string): Promise<Account> {
    const account = await found(id);
    if (!account.keys.some(({ acc_key }) => acc_key === accessKey)) throw new GantryError('not_found');
    return account;
  }

  const isOn = async (account: Account): Promise<boolean> => account.enabled && (await kept.isOnFor(store.records, account.domainId));

  /** At the storage elsewhere its keys do what they may, as here. */
  async function tell(account: Account): Promise<void> {
    if (!keyring) return;
    const access = await accessOf(account);
    await keyring.suspend(account.id, access === 'none' || !(await isOn(account)));
    await keyring.restrict(account.id, access === 'read');
  }

  /** What an account may do and keep. `access` where it is known already. */
  async function standingOf(account: Account, access?: AccountAccess): Promise<Pick<S3Key, 'user' | 'quota'> & { may: AccountAccess }> {
    const { projectId = null, limits = NO_LIMITS } = account;
    return {
      // Nobody's session has been looked at here: who may nothing in the console may nothing here, too.
      may: (await isOn(account)) ? (access ?? (await accessOf(account))) : 'none',
      user: { id: account.id, userId: account.userId, name: account.name, arn: arnOf(account), domainId: account.domainId, projectId },
      quota: { user: limits, project: projectId === null ? NO_LIMITS : await kept.projectLimits(store.records, projectId) },
    };
  }

  const keyOf = async (accessKeyId: string, account: Account, secret: string, access?: AccountAccess): Promise<S3Key> => {
    const hidden = accessKeyId === account.hidden;
    const visible = account.keys.find(({ acc_key }) => acc_key === accessKeyId);
    const isKeyOn = hidden || visible?.enabled === true;
    const rights: S3KeyRights = visible ?? ALL_RIGHTS;
    // Of a key that is switched off nobody asks what its user may do.
    const { may, user, quota } = await standingOf(account, isKeyOn ? access : 'none');
    return {
      accessKeyId,
      secret,
      hidden,
      enabled: isKeyOn && may !== 'none',
      readOnly: may !== 'write' || rights.access !== 'full',
      rights,
      user,
      quota,
    };
  };

  type Known = { account: Account; access: AccountAccess };

  /** Of an account with access `none` nothing is kept: it makes room for another one. Throws s3_disabled, s3_user_disabled. */
  async function known({ userId, domainId }: Pick<Person, 'userId' | 'domainId'>): Promise<Known | undefined> {
    if (!(await kept.isOnFor(store.records, domainId))) throw new GantryError('s3_disabled');
    const account = await kept.account(store.records, accountIdOf(userId));
    if (!account) return undefined;
    if (!account.enabled) throw new GantryError('s3_user_disabled');
    const access = await accessOf(account);
    const isEmpty = async (): Promise<boolean> => ((await keeping.ofAccounts([account.id])).get(account.id)?.buckets ?? 0) === 0;
    if (access === 'none' && !(await isEmpty())) throw new GantryError('s3_user_disabled');
    return { account, access };
  }

  async function usable(person: Pick<Person, 'userId' | 'domainId'>): Promise<Account | undefined> {
    const found = await known(person);
    return found?.access === 'none' ? undefined : found?.account;
  }

  /** What the storage elsewhere knows before anything is noted here. */
  async function introduce(id: string, name: string, pairs: readonly Pair[]): Promise<void> {
    await keyring?.create({ id, name });
    for (const pair of pairs) await keyring?.add(id, pair);
  }

  return {
    maxKeys: shared ? 0 : S3_KEYS_MAX,
    keyRights: keepsRights,
    limits: { user: !shared, project: !keyring && !shared },
    usable,
    async open(person, limits) {
      const rights = newRights(limits);
      const existing = await known(person);
      if (existing && existing.access !== 'none') return { account: existing.account };
      const closed = existing?.account;
      const pairs = shared ? [] : [newPair(), newPair()];
      const [own, hidden] = pairs;
      const key = own && shown(own, rights);
      const id = accountIdOf(person.userId);
      if (closed) await keyring?.destroy(id);
      await introduce(id, person.userName, pairs);
      const made = await store.transaction(async ({ records }) => {
        const meanwhile = await kept.account(records, id);
        if (meanwhile && (meanwhile.hidden !== closed?.hidden || meanwhile.projectId !== closed.projectId)) return undefined;
        // With its keys: none of them does anything in another project than it was made for.
        if (meanwhile) await kept.remove(records, id);
        for (const pair of pairs) await kept.putPair(records, id, pair);
        const { userId, userName: name, domainId, projectId } = person;
        const keys = key ? [withoutSecret(key)] : [];
        return changed(records, { id, userId, name, domainId, projectId, enabled: true, keys, hidden: hidden?.accessKey ?? '' });
      });
      if (made) return { account: made, ...(key && { key }) };
      for (const pair of pairs) await keyring?.remove(id, pair.accessKey);
      return { account: await found(id) };
    },
    byId: (id) => kept.account(store.records, id),
    list: (domainId, after, limit) => kept.list(store.records, domainId, after, limit),
    async createKey(id, limits) {
      assertKeys();
      const pair = newPair();
      const key = shown(pair, newRights(limits));
      assertAllowed(isS3KeyCreatable(await found(id)));
      await keyring?.add(id, pair);
      return change(id, async (account, records) => {
        assertAllowed(isS3KeyCreatable(account));
        await kept.putPair(records, id, pair);
        await changed(records, { ...account, keys: [...account.keys, withoutSecret(key)] });
        return key;
      });
    },
    async changeKey(id, accessKey, asked) {
      const { keys } = await withKey(id, accessKey);
      const { enabled, ...rights } = asked;
      // One with limits was made where they were kept to; it can be disabled all the same.
      const mustHold = enabled === true || Object.keys(rights).length > 0;
      if (mustHold && !keepsRights && keys.some((key) => key.acc_key === accessKey && isLimited(changedKey(key, asked))))
        throw new GantryError('not_supported');
      if (keyring && enabled !== undefined) {
        const pair = await kept.pair(store.records, accessKey);
        if (pair && enabled) await keyring.add(id, { accessKey, secret: pair.secret });
        else await keyring.remove(id, accessKey);
      }
      return change(id, (account, records) =>
        changed(records, {
          ...account,
          keys: account.keys.map((key) => (key.acc_key === accessKey ? changedKey(key, asked) : key)),
        }),
      );
    },
    async deleteKey(id, accessKey) {
      assertAllowed(isS3KeyDeletable(await withKey(id, accessKey)));
      await keyring?.remove(id, accessKey);
      await change(id, async (account, records) => {
        assertAllowed(isS3KeyDeletable(account));
        await kept.removePair(records, accessKey);
        return changed(records, { ...account, keys: account.keys.filter(({ acc_key }) => acc_key !== accessKey) });
      });
    },
    async enable(id, enabled) {
      const account = await found(id);
      await tell({ ...account, enabled });
      return change(id, (account, records) => changed(records, { ...account, enabled }));
    },
    async limit(id, limits) {
      assertKeys();
      await found(id);
      await keyring?.limit(id, limits);
      return change(id, (account, records) => changed(records, { ...account, limits }));
    },
    projectLimits: (projectId) => kept.projectLimits(store.records, projectId),
    async limitProject(projectId, limits) {
      if (keyring || shared) throw new GantryError('not_supported');
      await store.transaction(({ records }) => kept.limitProject(records, projectId, limits));
    },
    async follow(id, buckets) {
      const account = await kept.account(store.records, id);
      if (!account) return;
      if (!(await store.read.find('user', account.userId, EVERYTHING))) {
        await keyring?.suspend(id, true);
        if ((await buckets(id)) > 0) return;
        await keyring?.destroy(id);
        return store.transaction(({ records }) => kept.remove(records, id));
      }
      await tell(account);
    },
    isOnFor: (domainId) => kept.isOnFor(store.records, domainId),
    async revoke(id) {
      assertKeys();
      await found(id);
      const pair = newPair();
      await keyring?.add(id, pair);
      const { former } = await change(id, async (account, records) => {
        await kept.putPair(records, id, pair);
        await kept.removePair(records, account.hidden);
        await changed(records, { ...account, hidden: pair.accessKey });
        return { former: account.hidden };
      });
      await keyring?.remove(id, former);
    },
    async holder(id) {
      const account = await kept.account(store.records, id);
      if (!account) return undefined;
      const { may, user, quota } = await standingOf(account);
      return may === 'none' ? undefined : { user, quota, readOnly: may !== 'write' };
    },
    async principal(domainId, { kind, id }) {
      const account = kind === 'user' ? await kept.account(store.records, id) : undefined;
      const found = await store.read.find(kind, account?.userId ?? id, EVERYTHING);
      return found?.domainId === domainId ? found.id : undefined;
    },
    async find(accessKeyId) {
      const pair = await kept.pair(store.records, accessKeyId);
      const account = pair && (await kept.account(store.records, pair.account));
      if (!account) return undefined;
      return keyOf(accessKeyId, account, pair.secret);
    },
    async hiddenPair(userId) {
      const noted = await kept.account(store.records, accountIdOf(userId));
      const found = noted && (await known({ userId, domainId: noted.domainId }));
      if (!found || found.access === 'none') throw new GantryError('s3_not_found');
      const { account, access } = found;
      const pair = shared ?? (await kept.pair(store.records, account.hidden));
      if (!pair) throw new GantryError('s3_not_found');
      return { ...(await keyOf(account.hidden, account, pair.secret, access)), ...(shared && { accessKeyId: shared.accessKey }) };
    },
  };
}
