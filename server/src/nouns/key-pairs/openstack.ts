/** Key pairs, which the compute service knows by user and name. */
import { z } from 'zod';
import type { KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import { instantText } from '../../engines/openstack/client/items.ts';
import { createSync, deleteSync } from '../../engines/openstack/commands/sync-operation.ts';
import { text } from '../../engines/openstack/mirror/notice.ts';
import { askOf, idOf, ofUsers } from '../../engines/openstack/mirror/of-users.ts';
import { instant } from '../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../engines/openstack/noun.ts';

const KIND = 'key_pair';
const PLACE = { service: 'compute', path: '/os-keypairs', needs: '2.10' } as const;

const listed = z.object({ name: z.string(), public_key: z.string(), fingerprint: z.string() });
const whole = listed.extend({ created_at: instantText });

export const keyPairs: CloudNoun = {
  strategy: ({ identity }) =>
    ofUsers({
      ...PLACE,
      kind: KIND,
      every: identity,
      members: ['keypairs', 'keypair'],
      listed,
      whole,
      isKnown: (document, { fingerprint }) => document['fingerprint'] === fingerprint,
      documentOf: ({ created_at, ...key }) => ({
        ...key,
        public_key: key.public_key.trim(),
        // Nova keeps none.
        description: null,
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
    'key_pair.create': createSync(parts, {
      kind: KIND,
      taken: 'key_pair_name_taken',
      // Full stops and at signs are allowed in names since 2.92.
      ask: ({ name, public_key }: KeyPairCreate) => ({
        path: PLACE.path,
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
    'key_pair.delete': deleteSync(parts, KIND, {
      ask: ({ userId, document }, { actor }) =>
        askOf(PLACE, userId === null || userId === actor.userId ? undefined : userId, String(document['name'])),
    }),
  }),
};
