import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { FINGERPRINT, PUBLIC_KEY } from '../support/app.ts';
import { ingredients } from '../support/ingredients.ts';
import { describeResource } from './resource.ts';

const { calls } = nouns.keyPairs;

describeResource(
  'key pairs',
  {
    calls,
    body: (name) => ({ name, public_key: PUBLIC_KEY }),
    owner: ['acme-member', 'acme-prod'],
    stranger: ['acme-lead', 'acme-prod'],
    taken: { code: 'key_pair_name_taken', among: 'own' },
    limit: 100,
  },
  (stage) => {
    it('have the fingerprint that SSH gives, and show administrators whose they are', async () => {
      const { id, user_name } = await stage.make('whose');
      expect(user_name).toBeNull();
      const admin = await stage.app.as('admin', 'own');
      const [seen] = (await admin.call(calls.list, { query: { name: 'whose' } })).data;
      expect(seen).toMatchObject({ id, user_name: 'acme-member', fingerprint: FINGERPRINT, public_key: PUBLIC_KEY });
    });

    it('keep what their user says of them; nothing is said where it is left out or empty', async () => {
      for (const [name, description, kept] of [
        ['told', ' of the laptop ', 'of the laptop'],
        ['silent', '', null],
        ['untold', undefined, null],
      ] as const) {
        const body = { name, public_key: PUBLIC_KEY, ...(description !== undefined && { description }) };
        const { task_id, id } = await stage.owner.call(calls.create, { body });
        expect(await stage.app.ended(stage.owner, task_id)).toMatchObject({ state: 'success' });
        expect(await stage.owner.call(calls.read, { params: { keyPairId: id! } })).toMatchObject({ name, description: kept });
      }
      const refusal = await stage.owner.refused(calls.create, {
        body: { name: 'long', public_key: PUBLIC_KEY, description: 'x'.repeat(1025) },
      });
      expect(refusal.body.error.data?.field_codes).toEqual({ description: [{ code: 'too_long', params: { max: 1024 } }] });
    });

    it('say what is wrong with the key, in words of their own [valid.ssh-key]', async () => {
      const refusal = await stage.owner.refused(calls.create, { body: { name: 'bad', public_key: PUBLIC_KEY.slice(0, 60) } });
      expect([refusal.status, refusal.body.error.data?.field_codes]).toEqual([400, { public_key: [{ code: 'ssh_key_damaged' }] }]);
      expect(refusal.body.error.fields?.['public_key']).toEqual([nouns.keyPairs.fieldTexts.ssh_key_damaged]);
    });

    it('are put into new servers by their user only', async () => {
      const { id: key_pair_id } = await stage.make('for a server');
      const server = { ...(await ingredients(stage.stranger)), name: 'keyed', key_pair_id };
      const refusal = await stage.stranger.refused(nouns.servers.calls.create, { body: server });
      expect(refusal.body.error.data?.field_codes).toEqual({ key_pair_id: [{ code: 'unknown_id' }] });
    });
  },
);
