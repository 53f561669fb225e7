import { createHash } from 'node:crypto';
import type { People } from './people.ts';
import { refused } from './refusals.ts';
import { answerTo, type Json } from './recorded.ts';
import { member, text, tokenIn, type Question, type Route } from './reply.ts';

interface KeyPair {
  name: string;
  publicKey: string;
  fingerprint: string;
  userId: string;
  n: number;
  createdAt: number;
}

const SHOWN = answerTo<{ keypair: Json }>('GET', /os-keypairs\/laptop/).keypair;
const OF_OWNER = new RegExp(`os-keypairs\\?user_id=${text(SHOWN['user_id'])}`);
const LISTED = answerTo<{ keypairs: { keypair: Json }[] }>('GET', OF_OWNER).keypairs[0]!.keypair;
const MADE = answerTo<{ keypair: Json }>('POST', /\/os-keypairs$/, 201).keypair;

/** MD5 of the key's bytes, as Nova prints it; undefined where it is no key. */
function fingerprintOf(publicKey: string): string | undefined {
  const bytes = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64');
  if (!/^(ssh|ecdsa)-\S+ /.test(publicKey) || bytes.length < 32) return undefined;
  return createHash('md5')
    .update(bytes)
    .digest('hex')
    .replace(/..(?=.)/g, '$&:');
}

/** Public keys of users: those of Nova that the engine asks for. In the beginning nobody has any. */
export function keyPairRoutes(people: People): Route[] {
  const all = new Map<string, KeyPair>();
  let made = 0;
  const keyOf = (userId: string, name: string): string => `${userId} ${name}`;
  /** Whose key pairs are meant; those of others are open to administrators only. */
  const ownerIn = (question: Question): string => {
    const { user, isAdmin } = tokenIn(question);
    const wanted = question.query.get('user_id') ?? user.id;
    if (wanted !== user.id && !isAdmin)
      throw refused(403, 'forbidden', "Policy doesn't allow os_compute_api:os-keypairs:index to be performed.");
    return wanted;
  };
  const found = (question: Question, encoded: string): KeyPair => {
    const [userId, name] = [ownerIn(question), decodeURIComponent(encoded)];
    const pair = all.get(keyOf(userId, name));
    if (!pair) throw refused(404, 'itemNotFound', `Keypair ${name} not found for user ${userId}`);
    return pair;
  };
  const shared = ({ name, publicKey, fingerprint }: KeyPair): Json => ({ name, public_key: publicKey, fingerprint });
  return [
    {
      method: 'GET',
      path: /^\/v2\.1\/os-keypairs$/,
      versions: ['2.10', '2.34'],
      answer(question) {
        const owner = ownerIn(question);
        const pairs = people.user(owner) ? [...all.values()].filter(({ userId }) => userId === owner) : [];
        return { items: pairs.length, body: { keypairs: pairs.map((pair) => ({ keypair: { ...LISTED, ...shared(pair) } })) } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-keypairs\/([^/]+)$/,
      versions: ['2.10', '2.34'],
      answer(question, name = '') {
        const pair = found(question, name);
        const created = new Date(pair.createdAt).toISOString().replace(/\.\d+Z$/, '.000000');
        return { body: { keypair: { ...SHOWN, ...shared(pair), user_id: pair.userId, created_at: created, id: pair.n } } };
      },
    },
    {
      method: 'POST',
      path: /^\/v2\.1\/os-keypairs$/,
      versions: ['2.2', '2.92'],
      answer(question) {
        const wanted = member(question.body, 'keypair');
        const [name = '', publicKey = ''] = [text(member(wanted, 'name')), text(member(wanted, 'public_key'))];
        const userId = tokenIn(question).user.id;
        if (all.has(keyOf(userId, name))) throw refused(409, 'conflictingRequest', `Key pair '${name}' already exists.`);
        const fingerprint = fingerprintOf(publicKey);
        if (!fingerprint) throw refused(400, 'badRequest', 'Keypair data is invalid: failed to generate fingerprint');
        const pair: KeyPair = { name, publicKey, fingerprint, userId, n: ++made, createdAt: Date.now() };
        all.set(keyOf(userId, name), pair);
        return { status: 201, body: { keypair: { ...MADE, ...shared(pair), user_id: userId } } };
      },
    },
    {
      method: 'DELETE',
      path: /^\/v2\.1\/os-keypairs\/([^/]+)$/,
      answer(question, encoded = '') {
        const { userId, name } = found(question, encoded);
        all.delete(keyOf(userId, name));
        return { status: 204 };
      },
    },
  ];
}
