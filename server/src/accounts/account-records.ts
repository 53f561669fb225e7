/** Where S3 users and their keys are kept: private records of the store. Secrets are sealed, and opened only to check or make a signature. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { S3Key as VisibleKey } from '@gantry/contract/nouns/object-storage/entity';
import { ALL_RIGHTS } from '@gantry/contract/nouns/object-storage/key-rights';
import type { Records } from '../port/store/records.ts';
import type { Store } from '../port/store/store.ts';
import type { StorageLimits } from '../port/accounts.ts';
import type { Pair } from '../port/service.ts';

const OWNER = 's3';

export const NO_LIMITS: StorageLimits = { bytes: null, objects: null };

/** A user of object storage. */
export interface Account {
  /** 16 hexadecimal digits. */
  id: string;
  userId: string;
  name: string;
  domainId: string;
  enabled: boolean;
  /** The pairs that the user sees, the oldest first. */
  keys: readonly VisibleKey[];
  /** Access key of the server's own pair. */
  hidden: string;
  /** In whose scope it was made: what it keeps counts there too. Null, and of older ones absent: in no project's. */
  projectId?: string | null;
  /** Absent: without any. */
  limits?: StorageLimits;
}

/** What is kept of a pair of keys beside what its user sees. */
interface KeyRecord {
  account: string;
  sealed: string;
}

/** The same for a user always, so that what they own is found again. */
export const accountIdOf = (userId: string): string => createHash('sha256').update('s3 user').update(userId).digest('hex').slice(0, 16);

export const arnOf = ({ id }: Pick<Account, 'id'>): string => `arn:aws:iam:::user/${id}`;

const ACCESS_KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 20 capital letters and digits, and 40 characters, as clients of S3 expect them. */
export const newPair = (): Pair => ({
  accessKey: Array.from({ length: 20 }, () => ACCESS_KEY_LETTERS.charAt(randomInt(ACCESS_KEY_LETTERS.length))).join(''),
  secret: randomBytes(30).toString('base64url'),
});

/** As it is kept; keys of an older version were never limited. */
const readAccount = (value: unknown): Account => {
  const account = value as Account;
  return { ...account, keys: account.keys.map((key) => ({ ...ALL_RIGHTS, ...key })) };
};

type Reading = Pick<Records, 'get' | 'list'>;
const about = (accessKey: string): string => `s3 key ${accessKey}`;

/** Reads and changes the records; what changes goes through the records of a transaction. */
export function accountRecords({ opaque }: Pick<Store, 'opaque'>) {
  const account = async (records: Pick<Records, 'get'>, id: string): Promise<Account | undefined> => {
    const value = await records.get(OWNER, 'accounts', id);
    return value ? readAccount(value) : undefined;
  };
  return {
    account,
    /** With all pairs of keys: from then on none of them signs anything. */
    async remove(records: Records, id: string): Promise<void> {
      const gone = await account(records, id);
      if (!gone) return;
      for (const accessKey of [...gone.keys.map(({ acc_key }) => acc_key), gone.hidden]) await records.remove(OWNER, 'keys', accessKey);
      await records.remove(OWNER, 'members', `${gone.domainId}/${id}`);
      await records.remove(OWNER, 'accounts', id);
    },
    async put(records: Records, changed: Account): Promise<void> {
      await records.put(OWNER, 'accounts', changed.id, changed);
      await records.put(OWNER, 'members', `${changed.domainId}/${changed.id}`, true);
    },
    /** The next accounts in the order of their ids, of one domain or of all. */
    async list(records: Reading, domainId: string | undefined, after: string | undefined, limit: number): Promise<Account[]> {
      if (domainId === undefined) {
        const found = await records.list(OWNER, 'accounts', { limit, ...(after !== undefined && { after }) });
        return found.map(({ value }) => readAccount(value));
      }
      const prefix = `${domainId}/`;
      const members = await records.list(OWNER, 'members', { prefix, limit, ...(after !== undefined && { after: `${prefix}${after}` }) });
      const found = await Promise.all(members.map(({ key }) => account(records, key.slice(prefix.length))));
      return found.filter((one) => one !== undefined);
    },
    putPair: (records: Records, account: string, { accessKey, secret }: Pair): Promise<void> =>
      records.put(OWNER, 'keys', accessKey, { account, sealed: opaque.seal(secret, about(accessKey)) } satisfies KeyRecord),
    removePair: (records: Records, accessKey: string): Promise<void> => records.remove(OWNER, 'keys', accessKey),
    /** Whose a key is, and its secret; undefined where nobody has it, or the key that sealed it is lost. */
    async pair(records: Pick<Records, 'get'>, accessKey: string): Promise<{ account: string; secret: string } | undefined> {
      const found = (await records.get(OWNER, 'keys', accessKey)) as KeyRecord | null | undefined;
      if (!found) return undefined;
      const secret = opaque.open(found.sealed, about(accessKey));
      return secret === undefined ? undefined : { account: found.account, secret };
    },
    /** Domains may use object storage until an administrator says no. */
    async isOnFor(records: Pick<Records, 'get'>, domainId: string): Promise<boolean> {
      return ((await records.get(OWNER, 'domains', domainId)) as { enabled: boolean } | null | undefined)?.enabled !== false;
    },
    /** Most that all users of a project may keep together. */
    async projectLimits(records: Pick<Records, 'get'>, projectId: string): Promise<StorageLimits> {
      return ((await records.get(OWNER, 'projects', projectId)) as StorageLimits | null | undefined) ?? NO_LIMITS;
    },
    limitProject: (records: Records, projectId: string, limits: StorageLimits): Promise<void> =>
      records.put(OWNER, 'projects', projectId, limits),
    switchDomain: (records: Records, domainId: string, enabled: boolean): Promise<void> =>
      records.put(OWNER, 'domains', domainId, { enabled }),
  };
}
