import { createHash } from 'node:crypto';
import type { RowInput } from '../../../store/port.ts';
import { isGone, ServiceError } from '../client/errors.ts';
import { getKeyPair, listKeyPairs, type ListedKeyPair } from '../client/key-pairs.ts';
import { getUser, listUsers, type KeystoneUser } from '../client/keystone.ts';
import { chunks } from '../client/pages.ts';
import { one, text, type Notices } from './notice.ts';
import { instant, type MirrorContext, type Strategy } from './strategy.ts';

/** Users asked about at the same time. */
const WIDTH = 4;

/** The compute service knows a key pair by its user and name: the id leads to the user, and tells the names of one apart. */
export const keyPairId = (userId: string, name: string): string =>
  `${userId}.${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;

const userOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

async function rowOf({ api, engine }: MirrorContext, user: KeystoneUser, name: string): Promise<RowInput> {
  const { public_key, fingerprint, created_at } = await getKeyPair(api, user.id, name);
  const id = keyPairId(user.id, name);
  return {
    engine,
    kind: 'key_pair',
    id,
    domainId: user.domain_id,
    projectId: null,
    userId: user.id,
    document: {
      id,
      name,
      public_key: public_key.trim(),
      fingerprint,
      user_id: user.id,
      created_at: instant(created_at),
      domain_id: user.domain_id,
    },
  };
}

/** A listed key pair as a row; undefined where it has gone meanwhile. Listings leave out when it was made: what is known is not asked again. */
async function listedRow(context: MirrorContext, user: KeystoneUser, { name, fingerprint }: ListedKeyPair): Promise<RowInput | undefined> {
  const { store, engine } = context;
  const known = await store.read.get({ engine, kind: 'key_pair', id: keyPairId(user.id, name) });
  if (known?.document['fingerprint'] === fingerprint && known.domainId === user.domain_id) return known;
  try {
    return await rowOf(context, user, name);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function rowsOf(context: MirrorContext, user: KeystoneUser): Promise<RowInput[]> {
  const { keyPairs } = await listKeyPairs(context.api, user.id);
  const rows: RowInput[] = [];
  for (const keyPair of keyPairs) {
    const row = await listedRow(context, user, keyPair);
    if (row) rows.push(row);
  }
  return rows;
}

/** Key pairs, user by user: the compute service lists them in no other way. */
export const keyPairStrategy = (every: number): Strategy => ({
  kind: 'key_pair',
  service: 'compute',
  every,
  async *pages(context) {
    const { items, wrong, truncated } = await listUsers(context.api);
    for (const users of chunks(items, WIDTH)) {
      const rows = await Promise.all(users.map((user) => rowsOf(context, user)));
      yield { rows: rows.flat(), wrong: [], partial: truncated || wrong.length > 0 };
    }
  },
  async read(context, id) {
    const { keyPairs, requestId } = await listKeyPairs(context.api, userOf(id));
    const found = keyPairs.find(({ name }) => keyPairId(userOf(id), name) === id);
    if (!found) throw new ServiceError('compute', 404, 'not_found', { ...(requestId && { requestId }) });
    return rowOf(context, await getUser(context.api, userOf(id)), found.name);
  },
  async confirm({ api, store, engine }, id) {
    const row = await store.read.get({ engine, kind: 'key_pair', id });
    return row && getKeyPair(api, userOf(id), String(row.document['name']));
  },
});

/** The compute service announces a key pair by its user and name. */
export const keyPairNotices: Notices = {
  keypair({ versioned }) {
    const [userId, name] = [text(versioned['user_id']), text(versioned['name'])];
    return userId === null || name === null ? [] : one('key_pair', keyPairId(userId, name));
  },
};
