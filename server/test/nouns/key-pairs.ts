import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { keyPairKind } from '@gantry/contract/nouns/key-pairs/entity';
import { idOf } from '../../src/engines/openstack/mirror/of-users.ts';
import type { Bench } from '../engines/openstack/support/bench.ts';
import { madeAtOnce } from '../engines/openstack/support/made-at-once.ts';
import { FINGERPRINT, PUBLIC_KEY } from '../support/app.ts';
import { ingredients } from '../support/ingredients.ts';
import { life } from './support/life.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.keyPairs;
const body = (name: string, public_key = PUBLIC_KEY) => ({ name, public_key });
const alicesKey = async (bench: Bench, name: string) => idOf((await bench.signIn('alice')).userId, name);

export const keyPairs: Specimen = {
  calls: { readProject: ['list', 'read'], changeProject: ['create', 'delete', 'bulkDelete'] },
  owner: 'user',
  life: life(
    'key pairs',
    {
      calls,
      body: (name) => body(name),
      owner: ['acme-member', 'acme-prod'],
      stranger: ['acme-lead', 'acme-prod'],
      taken: { code: 'key_pair_name_taken', among: 'own', isAscii: true },
      limit: 100,
      kept: [
        [{ description: ' of the laptop ' }, { description: 'of the laptop', fingerprint: FINGERPRINT, public_key: PUBLIC_KEY }],
        [{ description: '' }, { description: null }],
        [{}, { description: null }],
      ],
      refused: [[{ description: 'x'.repeat(1025) }, { description: [{ code: 'too_long', params: { max: 1024 } }] }]],
    },
    (stage) => {
      it('key pairs show administrators whose they are', async () => {
        const { id, user_name } = await stage.make('whose');
        expect(user_name).toBeNull();
        const admin = await stage.app.as('admin', 'own');
        const [seen] = (await admin.call(calls.list, { query: { name: 'whose' } })).data;
        expect(seen).toMatchObject({ id, user_name: 'acme-member' });
      });

      it('key pairs say what is wrong with the key, in words of their own [valid.ssh-key]', async () => {
        const refusal = await stage.owner.refused(calls.create, { body: { name: 'bad', public_key: PUBLIC_KEY.slice(0, 60) } });
        expect([refusal.status, refusal.body.error.data?.field_codes]).toEqual([400, { public_key: [{ code: 'ssh_key_damaged' }] }]);
        expect(refusal.body.error.fields?.['public_key']).toEqual([nouns.keyPairs.fieldTexts.ssh_key_damaged]);
      });

      it('key pairs are put into new servers by their user only', async () => {
        const { id: key_pair_id } = await stage.make('for a server');
        const server = { ...(await ingredients(stage.stranger)), name: 'keyed', key_pair_id };
        const refusal = await stage.stranger.refused(nouns.servers.calls.create, { body: server });
        expect(refusal.body.error.data?.field_codes).toEqual({ key_pair_id: [{ code: 'unknown_id' }] });
      });
    },
  ),
  cloud: madeAtOnce(
    'key pairs',
    {
      kind: 'key_pair',
      path: '/os-keypairs',
      body: () => body('recorded'),
      idOf: (bench) => alicesKey(bench, 'recorded'),
      unlike: { public_key: 'another' },
      who: 'alice',
      stranger: 'bob',
      taken: 'key_pair_name_taken',
      announced: { event: 'keypair.import.end', data: { user_id: 'u', name: 'a/b c' }, id: idOf('u', 'a/b c') },
      show: ({ cloud }, there) =>
        cloud.on('GET', /os-keypairs\?/, (_asked, usual) => {
          const { keypairs } = usual().answer as { keypairs: object[] };
          const made = { keypair: { ...body('recorded'), fingerprint: FINGERPRINT } };
          return { answer: { keypairs: there && keypairs.length > 0 ? [...keypairs, made] : keypairs } };
        }),
    },
    (stage) => {
      it('key pairs are brought with their users, to whom they belong', async () => {
        const { userId } = await stage.bench.signIn('alice');
        const { document, ...found } = (await stage.row(idOf(userId, 'laptop')))!;
        expect(found).toMatchObject({ userId, projectId: null, domainId: stage.bench.cloud.id('acme') });
        const whole = keyPairKind.entity.parse({ ...document, user_name: null, revision: 1 });
        expect(whole).toMatchObject({ ...body('laptop'), fingerprint: FINGERPRINT, user_id: userId });
      });

      it('key pairs are added at the lowest microversion, and refused in the cloud’s words where it cannot read them', async () => {
        const add = async (...of: [string, string?]) => stage.command('create').accept(await stage.as('alice'), null, body(...of) as never);
        const words = expect.stringMatching(/failed to generate fingerprint/);
        await expect(add('bad', 'ssh-rsa AAAA')).rejects.toMatchObject({ code: 'engine_refused', detail: words });
        stage.bench.cloud.on('POST', /os-keypairs$/, () => ({ status: 201, answer: {} }));
        for (const name of ['recorded', 'a.b']) await add(name);
        expect(stage.sent('POST').map(({ version }) => version)).toEqual(['compute 2.2', 'compute 2.2', 'compute 2.92']);
      });

      it('key pairs are deleted by name, those of another user by user and name', async () => {
        stage.bench.cloud.on('DELETE', /os-keypairs/, () => ({ status: 202, answer: null }));
        const laptop = (await stage.row(await alicesKey(stage.bench, 'laptop')))!;
        for (const who of ['carol', 'alice']) await stage.command('delete').accept(await stage.as(who), laptop, {} as never);
        const path = '/compute/v2.1/os-keypairs/laptop';
        const sent = stage.sent('DELETE').map((one) => [one.path, one.version]);
        expect(sent).toEqual([
          [`${path}?user_id=${laptop.userId}`, 'compute 2.10'],
          [path, null],
        ]);
      });
    },
  ),
};
