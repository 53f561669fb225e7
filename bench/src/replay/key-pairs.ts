import { parsePublicKey } from '@gantry/contract/wire/public-key';
import { fingerprintOf } from '@gantry/server/src/engines/embedded/nouns/key-pairs/index.ts';
import type { People } from './people.ts';
import { oneOf, reading } from './reading.ts';
import { forbidden, refused } from './refusals.ts';
import { answerTo, inShape, type Json } from './recorded.ts';
import { member, text, tokenIn, type Question, type Route } from './reply.ts';

const SHOWN = answerTo<{ keypair: Json }>('GET', /os-keypairs\/laptop/).keypair;
const OF_OWNER = new RegExp(`os-keypairs\\?user_id=${text(SHOWN['user_id'])}`);
const LISTED = answerTo<{ keypairs: { keypair: Json }[] }>('GET', OF_OWNER).keypairs[0]!.keypair;
const MADE = answerTo<{ keypair: Json }>('POST', /\/os-keypairs$/, 201).keypair;
const PATH = '/v2\\.1/os-keypairs';

/** Public keys of users: those of Nova that the engine asks for. In the beginning nobody has any. */
export function keyPairRoutes(people: People): Route[] {
  /** Of each user, found by their names. */
  const all = new Map<string, { id: string; now: Json }[]>();
  /** Whose key pairs are meant; those of others are open to administrators only. */
  const ownerIn = (question: Question): string => {
    const { user, isAdmin } = tokenIn(question);
    const wanted = question.query.get('user_id') ?? user.id;
    if (wanted !== user.id && !isAdmin) throw forbidden('os-keypairs:index');
    return wanted;
  };
  const seenBy = (question: Question) => all.get(people.user(ownerIn(question))?.id ?? '') ?? [];
  const unknown = (name: string) => refused(404, 'itemNotFound', `Keypair ${name} not found`);
  return [
    ...reading({
      path: PATH,
      members: ['keypairs', 'keypair'],
      versions: ['2.10', '2.34'],
      most: 1000,
      seenBy,
      listed: ({ now }) => ({ keypair: inShape(LISTED, now) }),
      shown: ({ now }) => inShape(SHOWN, now),
      unknown,
    }),
    {
      method: 'POST',
      path: new RegExp(`^${PATH}$`),
      versions: ['2.2', '2.92'],
      answer(question) {
        const wanted = member(question.body, 'keypair');
        const [name = '', public_key = ''] = [text(member(wanted, 'name')), text(member(wanted, 'public_key'))];
        const [user_id, own] = [tokenIn(question).user.id, seenBy(question)];
        if (own.some(({ id }) => id === name)) throw refused(409, 'conflictingRequest', `Key pair '${name}' already exists.`);
        const key = parsePublicKey(public_key);
        if (typeof key === 'string') throw refused(400, 'badRequest', 'Keypair data is invalid: failed to generate fingerprint');
        const created_at = new Date().toISOString().replace(/\.\d+Z$/, '.000000');
        const now = { name, public_key, fingerprint: fingerprintOf(key.blob), user_id, created_at };
        all.set(user_id, [...own, { id: name, now }]);
        return { status: 201, body: { keypair: inShape(MADE, now) } };
      },
    },
    {
      method: 'DELETE',
      path: new RegExp(`^${PATH}/([^/]+)$`),
      answer(question, name = '') {
        const gone = oneOf(seenBy(question), name, unknown);
        const left = seenBy(question).filter((pair) => pair !== gone);
        all.set(ownerIn(question), left);
        return { status: 204 };
      },
    },
  ];
}
