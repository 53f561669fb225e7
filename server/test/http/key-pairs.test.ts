import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { FINGERPRINT, PUBLIC_KEY } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { describeResource } from './resource.ts';

const { calls } = nouns.keyPairs;
const body = (name: string) => ({ name, public_key: PUBLIC_KEY });

describeResource(
  'key pairs',
  { calls, body, owner: ['acme-member', 'acme-prod'], stranger: ['acme-lead', 'acme-prod'], proves: '[choice.uncovered-calls]' },
  (stage) => {
    it('have the fingerprint that SSH gives, and show administrators whose they are', async () => {
      const { id, user_name } = await stage.make('whose');
      expect(user_name).toBeNull();
      const admin = await stage.app.as('admin', 'own');
      const [seen] = (await admin.call(calls.list, { query: { name: 'whose' } })).data;
      expect(seen).toMatchObject({ id, user_name: 'acme-member', fingerprint: FINGERPRINT, public_key: PUBLIC_KEY });
    });

    it('are refused under a name the user has, which is another user’s to take [choice.uncovered-calls]', async () => {
      await stage.make('twice');
      const refusal = await stage.owner.refused(calls.create, { body: body('twice') });
      expect(refusal).toMatchObject({ status: 409, code: 'name_taken' });
      expect(refusal.body.error.data?.field_codes).toEqual({ name: [{ code: 'key_pair_name_taken' }] });
      await stage.make('Twice');
      await stage.make('twice', stage.stranger);
    });

    it.each([
      ['foo AAAA', 'ssh_key_type'],
      ['sk-ssh-ed25519@openssh.com AAAA', 'ssh_key_type'],
      ['-----BEGIN OPENSSH PRIVATE KEY-----', 'ssh_key_private'],
      [PUBLIC_KEY.slice(0, 60), 'ssh_key_damaged'],
    ])('say what is wrong with %s [valid.ssh-key]', async (public_key, code) => {
      const { status, body: error } = await stage.owner.refused(calls.create, { body: { name: 'bad', public_key } });
      expect([status, error.error.data?.field_codes]).toEqual([400, { public_key: [{ code }] }]);
      expect(error.error.fields?.['public_key']?.[0]).not.toBe('The value is not valid.');
    });

    it('let their user enter a new server, which keeps the name of a key that is deleted', async () => {
      const { owner, stranger } = stage;
      const { id, name } = await stage.make('for a server');
      const first = async (call: typeof nouns.images.calls.list | typeof nouns.networks.calls.list) => (await owner.call(call)).data[0]!.id;
      const flavors = await owner.call(nouns.flavors.calls.list, { query: { sort: 'ram:desc' } });
      const ingredients = { image_id: await first(nouns.images.calls.list), network_ids: [await first(nouns.networks.calls.list)] };
      const server = { name: 'keyed', flavor_id: flavors.data.find(({ ram }) => ram <= 8192)!.id, ...ingredients, key_pair_id: id };
      const refusal = await stranger.refused(nouns.servers.calls.create, { body: server });
      expect(refusal.body.error.data?.field_codes).toEqual({ key_pair_id: [{ code: 'unknown_id' }] });
      const made = await owner.call(nouns.servers.calls.create, { body: server });
      await stage.app.ended(owner, made.task_id);
      await owner.call(calls.delete, { params: { keyPairId: id } });
      expect((await owner.call(nouns.servers.calls.read, { params: { serverId: made.id! } })).key_name).toBe(name);
    });

    it('are as many as the quota has', async () => {
      const { app, stranger: lead } = stage;
      const { id, user_id: userId, domain_id: domainId, ...rest } = await stage.make('one of many', lead);
      const row = (await app.store.read.get({ engine: 'embedded', kind: 'key_pair', id }))!;
      const taken = (await stage.namesOf(lead, { limit: 200 })).length;
      const document = { ...rest, user_id: userId, domain_id: domainId };
      const more = Array.from({ length: 100 - taken }, (_, index) => `many-${index}`);
      const rows = more.map((one) => ({ ...row, id: one, document: { ...document, id: one, name: one } }));
      await app.store.transaction((writer) => writer.putMany(rows));
      const refusal = async (who: Client) => who.refused(calls.create, { body: body('one more') });
      expect(await refusal(lead)).toMatchObject({ status: 409, code: 'quota_exceeded' });
      await app.ended(lead, (await lead.call(calls.delete, { params: { keyPairId: id } })).task_id);
      await stage.make('one more', lead);
    });
  },
);
