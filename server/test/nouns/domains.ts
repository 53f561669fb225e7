import { beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { signIn, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.domains;
const PASSWORD = 'correct horse battery 9';

/** Domains over HTTP. */
const life = (running: () => TestApp): unknown =>
  describe('domains', () => {
    let app: TestApp;
    let admin: Client;
    beforeAll(async () => {
      app = running();
      admin = await app.as('admin', 'own');
    });

    const at = (domainId: string) => ({ params: { domainId } });
    const make = async (name: string): Promise<string> => (await admin.call(calls.create, { body: { name } })).id!;

    it('what projects of a domain have together stays within its quota, which only administrators of the system set', async () => {
      const id = await make('together');
      for (const name of ['together-a', 'together-b']) await admin.call(nouns.projects.calls.create, { ...at(id), body: { name } });
      await admin.call(calls.setQuotas, { ...at(id), body: { networks: 1 } });
      const [a, b] = [await app.as('admin', 'together-a'), await app.as('admin', 'together-b')];
      const create = nouns.networks.calls.createPrivate;
      const made = await a.call(create, { body: { name: 'first' } });
      const refused = await b.refused(create, { body: { name: 'second' } });
      expect([refused.status, refused.code, refused.body.error.message]).toEqual([
        409,
        'domain_quota_exceeded',
        "The domain's quota is exceeded: networks.",
      ]);
      const { networks, security_groups: groups, cores } = await admin.call(calls.readQuotas, { ...at(id), query: { usage: true } });
      expect({ networks, groups, cores }).toEqual({
        networks: { limit: 1, used: 1 },
        groups: { limit: -1, used: 2 },
        cores: { limit: -1, used: 0 },
      });
      await a.call(nouns.networks.calls.delete, { params: { kind: 'private', networkId: made.id! } });
      await b.call(create, { body: { name: 'second' } });
      const lead = await app.as('acme-admin', 'own');
      const { data } = await lead.call(calls.list);
      expect((await lead.call(calls.readQuotas, at(data[0]!.id))).cores).toEqual({ limit: -1, used: null });
      expect((await lead.refused(calls.setQuotas, { ...at(data[0]!.id), body: { cores: -1 } })).code).toBe('forbidden');
    });

    it('domains are made, read, changed and deleted, with users and groups and their sessions [api.domains]', async () => {
      const id = await make('initech');
      expect(await admin.call(calls.read, at(id))).toMatchObject({ name: 'initech', enabled: true, projects_count: 0, description: '' });
      expect((await admin.refused(calls.create, { body: { name: 'INITECH' } })).body.error.data?.field_codes).toEqual({
        name: [{ code: 'domain_name_taken' }],
      });
      await admin.call(calls.update, { ...at(id), body: { name: 'initrode', description: 'bought' } });
      expect(await admin.call(calls.read, at(id))).toMatchObject({ name: 'initrode', description: 'bought', enabled: true });
      await admin.call(nouns.users.calls.create, { ...at(id), body: { name: 'peter', password: PASSWORD } });
      await admin.call(nouns.groups.calls.create, { ...at(id), body: { name: 'staff' } });
      const enter = () => signIn(app.nobody, { domain: 'initrode', username: 'peter', password: PASSWORD }, 'none');
      const peter = await enter();
      await admin.call(calls.update, { ...at(id), body: { enabled: false } });
      expect((await peter.refused(nouns.session.calls.whoami)).code).toBe('user_disabled');
      await expect(enter()).rejects.toMatchObject({ code: 'user_disabled' });
      await admin.call(calls.update, { ...at(id), body: { enabled: true } });
      await admin.call(calls.delete, at(id));
      expect((await admin.refused(calls.read, at(id))).code).toBe('not_found');
      await expect(enter()).rejects.toMatchObject({ code: 'invalid_credentials' });
      const left = (await admin.call(nouns.knownUsers.calls.list, { query: { name: 'peter' } })).data;
      expect(left.filter(({ domain_id }) => domain_id === id)).toEqual([]);
      await make('initrode');
    });

    it('domains that have projects are not deleted, and those that have none any more are [domain.deletable]', async () => {
      const id = await make('busy');
      const projects = nouns.projects.calls;
      const made = await admin.call(projects.create, { ...at(id), body: { name: 'work' } });
      await app.ended(admin, made.task_id);
      const refusal = await admin.refused(calls.delete, at(id));
      expect([refusal.status, refusal.body.error.data?.reason]).toEqual([409, { code: 'domain_has_projects', params: { count: 1 } }]);
      const gone = await admin.call(projects.delete, { params: { domainId: id, projectId: made.id! } });
      await app.ended(admin, gone.task_id);
      await admin.call(calls.delete, at(id));
      expect((await admin.refused(calls.read, at(id))).code).toBe('not_found');
    });

    it('the default domain is neither deleted nor disabled, and may be described', async () => {
      const refusal = await admin.refused(calls.delete, at('default'));
      expect([refusal.status, refusal.body.error.data?.reason]).toEqual([409, { code: 'domain_default' }]);
      const disabled = await admin.refused(calls.update, { ...at('default'), body: { enabled: false } });
      expect(disabled.body.error.data?.reason).toEqual({ code: 'domain_default_enabled' });
      await admin.call(calls.update, { ...at('default'), body: { description: 'of all' } });
    });
  });

export const domains: Specimen = {
  fuzz: { ofOwners: ['update', 'delete'] },
  calls: { readDomain: ['list', 'read', 'readQuotas'], changeSystem: ['create', 'update', 'delete', 'bulkDelete', 'setQuotas'] },
  life: (running) => void life(running),
};
