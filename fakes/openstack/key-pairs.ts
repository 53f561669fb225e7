import { createHash } from 'node:crypto';
import { parsePublicKey } from '@gantry/contract/wire/public-key';
import { Collection } from './collection.ts';
import { collectionRoutes } from './collection-routes.ts';
import type { People } from './people.ts';
import { forbidden, refused } from './refusals.ts';
import { answerTo, inShape, type Json } from './recorded.ts';
import { text, tokenIn, type Question, type Route } from './reply.ts';

const SHOWN = answerTo<{ keypair: Json }>('GET', /os-keypairs\/laptop/).keypair;
const OF_OWNER = new RegExp(`os-keypairs\\?user_id=${text(SHOWN['user_id'])}`);
const LISTED = answerTo<{ keypairs: { keypair: Json }[] }>('GET', OF_OWNER).keypairs[0]!.keypair;
const MADE = answerTo<{ keypair: Json }>('POST', /\/os-keypairs$/, 201).keypair;

/** MD5 of a key's blob, in hexadecimal pairs. */
const fingerprintOf = (blob: string): string =>
  createHash('md5')
    .update(Buffer.from(blob, 'base64'))
    .digest('hex')
    .replace(/..(?!$)/g, '$&:');

/** Public keys of users: those of Nova that the engine asks for. In the beginning nobody has any. */
export function keyPairRoutes(people: People): Route[] {
  /** Of each user, found by their names. */
  const all = new Map<string, Collection>();
  /** Those of whose are meant; those of others are open to administrators only. */
  const meant = (question: Question): Collection => {
    const { user, isAdmin } = tokenIn(question);
    const wanted = question.query.get('user_id') ?? user.id;
    if (wanted !== user.id && !isAdmin) throw forbidden('os-keypairs:index');
    const kept = all.get(wanted) ?? new Collection({ members: ['keypairs', 'keypair'], items: [], make: () => ({}) });
    if (people.user(wanted)) all.set(wanted, kept);
    return kept;
  };
  return collectionRoutes(meant, {
    path: '/v2\\.1/os-keypairs',
    versions: ['2.10', '2.34'],
    madeIn: ['2.2', '2.92'],
    most: 1000,
    unknown: (name) => refused(404, 'itemNotFound', `Keypair ${name} not found`),
    changes: null,
    listed: ({ id: _name, ...now }) => ({ keypair: inShape(LISTED, now) }),
    shown: ({ id: _name, ...now }, { method }) => inShape(method === 'POST' ? MADE : SHOWN, now),
    idOf: ({ name }) => String(name),
    wanted(question, { name, public_key }) {
      if (meant(question).items.has(String(name))) throw refused(409, 'conflictingRequest', `Key pair '${String(name)}' already exists.`);
      const key = parsePublicKey(text(public_key) ?? '');
      if (typeof key === 'string') throw refused(400, 'badRequest', 'Keypair data is invalid: failed to generate fingerprint');
      const created_at = new Date().toISOString().replace(/\.\d+Z$/, '.000000');
      return { name, public_key, fingerprint: fingerprintOf(key.blob), user_id: tokenIn(question).user.id, created_at };
    },
  });
}
