/** Key pairs, which the compute service knows by user and name, on a cloud's recorded answers. */
import { expect, it } from 'vitest';
import { keyPairKind } from '@gantry/contract/nouns/key-pairs/entity';
import { idOf } from '../../../src/engines/openstack/mirror/of-users.ts';
import { FINGERPRINT, PUBLIC_KEY } from '../../support/app.ts';
import type { Bench } from './support/bench.ts';
import { describeMadeAtOnce } from './support/made-at-once.ts';

const alicesKey = async (bench: Bench, name: string) => idOf((await bench.signIn('alice')).userId, name);
const body = (name: string, public_key = PUBLIC_KEY) => ({ name, public_key });

describeMadeAtOnce(
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
      cloud.on('GET', /os-keypairs\?/, (_asked, recorded) => {
        const { keypairs } = recorded!.answer as { keypairs: object[] };
        const made = { keypair: { ...body('recorded'), fingerprint: FINGERPRINT } };
        return { answer: { keypairs: there && keypairs.length > 0 ? [...keypairs, made] : keypairs } };
      }),
  },
  (stage) => {
    it('are brought with their users, to whom they belong', async () => {
      const { userId } = await stage.bench.signIn('alice');
      const { document, ...found } = (await stage.row(idOf(userId, 'laptop')))!;
      expect(found).toMatchObject({ userId, projectId: null, domainId: stage.bench.cloud.id('acme') });
      const whole = keyPairKind.entity.parse({ ...document, user_name: null, revision: 1 });
      expect(whole).toMatchObject({ ...body('laptop'), fingerprint: FINGERPRINT, user_id: userId });
    });

    it('are added at the lowest microversion, and refused in the cloud’s words where it cannot read them', async () => {
      const add = async (...of: [string, string?]) => stage.command('create').accept(await stage.as('alice'), null, body(...of) as never);
      const words = expect.stringMatching(/failed to generate fingerprint/);
      await expect(add('bad', 'ssh-rsa AAAA')).rejects.toMatchObject({ code: 'engine_refused', detail: words });
      stage.bench.cloud.on('POST', /os-keypairs$/, () => ({ status: 201, answer: {} }));
      for (const name of ['recorded', 'a.b']) await add(name);
      expect(stage.sent('POST').map(({ version }) => version)).toEqual(['compute 2.2', 'compute 2.2', 'compute 2.92']);
    });

    it('are deleted by name, those of another user by user and name', async () => {
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
);
