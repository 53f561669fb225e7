/** Key pairs, which the compute service knows by user and name, on a cloud's recorded answers. */
import { expect, it } from 'vitest';
import { keyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { touchedBy } from '../../../src/engines/openstack/mirror/notices.ts';
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
    show: ({ cloud }, there) =>
      cloud.on('GET', /os-keypairs\?/, (_asked, recorded) => {
        const { keypairs } = recorded!.answer as { keypairs: object[] };
        const made = { keypair: { ...body('recorded'), fingerprint: FINGERPRINT } };
        return { answer: { keypairs: there && keypairs.length > 0 ? [...keypairs, made] : keypairs } };
      }),
  },
  (stage) => {
    it('are brought with their users, to whom they belong, and looked at when the compute service announces one', async () => {
      const { userId } = await stage.bench.signIn('alice');
      const { document, ...found } = (await stage.row(idOf(userId, 'laptop')))!;
      expect(found).toMatchObject({ userId, projectId: null, domainId: stage.bench.cloud.id('acme') });
      const whole = keyPair.parse({ ...document, user_name: null, revision: 1 });
      expect(whole).toMatchObject({ ...body('laptop'), fingerprint: FINGERPRINT, user_id: userId });
      const message = { event_type: 'keypair.import.end', payload: { 'nova_object.data': { user_id: userId, name: 'a/b c' } } };
      const [touched] = touchedBy(JSON.stringify({ 'oslo.message': JSON.stringify(message) }));
      expect(touched).toEqual({ kind: 'key_pair', id: idOf(userId, 'a/b c') });
      expect(touched?.id).toMatch(/^[\w.:@-]{1,128}$/);
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

    it('are put into new servers by name, those of the caller only', async () => {
      const { cloud, engine } = stage.bench;
      cloud.on('POST', /\/servers$/, () => ({ status: 202, answer: { server: { id: cloud.id('made') } } }));
      const [flavor_id, image_id, network] = ['m1.tiny', 'lab-tiny', 'acme-net'].map((name) => cloud.id(name));
      const key_pair_id = await alicesKey(stage.bench, 'laptop');
      const server = { name: 'made', flavor_id, image_id, network_ids: [network], key_pair_id } as never;
      const create = async (who: string) => engine.commands['server.create']!.accept(await stage.as(who), null, server);
      await create('alice');
      expect(cloud.asked.find(({ path }) => path.endsWith('/servers'))?.sent).toMatchObject({ server: { key_name: 'laptop' } });
      await expect(create('carol')).rejects.toMatchObject({ fields: { key_pair_id: [{ code: 'unknown_id' }] } });
    });
  },
);
