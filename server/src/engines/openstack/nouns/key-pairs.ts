/** Key pairs, which the compute service knows by user and name. */
import { z } from 'zod';
import type { KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import type { Api } from '../client/api.ts';
import { instantText } from '../client/items.ts';
import { createAtOnce, deleteAtOnce } from '../commands/at-once.ts';
import { text } from '../mirror/notice.ts';
import { idOf, ofUsers } from '../mirror/of-users.ts';
import { instant } from '../mirror/strategy.ts';
import type { CloudNoun } from './noun.ts';

const KIND = 'key_pair';
/** Lowest version in which the key pairs of another user can be asked for. */
const OF_USERS = '2.10';

const listed = z.object({ name: z.string(), public_key: z.string(), fingerprint: z.string() });
const whole = listed.extend({ created_at: instantText });

const pathOf = (name: unknown): string => `/os-keypairs/${encodeURIComponent(String(name))}`;
const askOf = (userId: string) => ({ needs: OF_USERS, query: { user_id: userId } });

export const keyPairs: CloudNoun = {
  strategy: ({ identity }) =>
    ofUsers({
      kind: KIND,
      service: 'compute',
      every: identity,
      async list(api: Api, userId) {
        const answer = z.object({ keypairs: z.array(z.object({ keypair: listed })) });
        const { body, requestId } = await api.ask('compute', { path: '/os-keypairs', ...askOf(userId), answer });
        return { items: body.keypairs.map(({ keypair }) => keypair), requestId };
      },
      async get(api, userId, name) {
        const answer = z.object({ keypair: whole });
        return (await api.ask('compute', { path: pathOf(name), ...askOf(userId), answer })).body.keypair;
      },
      isKnown: (document, { fingerprint }) => document['fingerprint'] === fingerprint,
      documentOf: ({ public_key, fingerprint, created_at }) => ({
        public_key: public_key.trim(),
        fingerprint,
        created_at: instant(created_at),
      }),
    }),
  notices: {
    keypair({ versioned }) {
      const [userId, name] = [text(versioned['user_id']), text(versioned['name'])];
      return userId === null || name === null ? [] : [{ kind: KIND, id: idOf(userId, name) }];
    },
  },
  commands: (parts) => ({
    'key_pair.create': createAtOnce(parts, {
      kind: KIND,
      taken: 'key_pair_name_taken',
      // Full stops and at signs are allowed in names since 2.92.
      ask: ({ name, public_key }: KeyPairCreate) => ({
        path: '/os-keypairs',
        needs: /[.@]/.test(name) ? '2.92' : '2.2',
        body: { keypair: { name, public_key, type: 'ssh' } },
      }),
      answer: z.unknown(),
      idOf: ({ actor }, { name }) => idOf(actor.userId, name),
      async find({ actor }, { name, public_key }) {
        const row = await parts.mirror.rereads.now(KIND, idOf(actor.userId, name));
        return row?.document['public_key'] === public_key ? row.id : undefined;
      },
    }),
    'key_pair.delete': deleteAtOnce(parts, KIND, ({ userId, document }, { actor }) => ({
      path: pathOf(document['name']),
      ...(userId !== null && userId !== actor.userId && askOf(userId)),
    })),
  }),
};
