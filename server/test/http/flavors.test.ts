import { beforeAll, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { ingredients } from '../support/ingredients.ts';
import { describeResource } from './resource.ts';

const { calls } = nouns.flavors;
const size = { vcpus: 2, ram: 2048, disk: 20 };

describeResource(
  'flavors',
  {
    calls,
    // Sizes differ, so that each order of a list shows.
    body: (name) => ({ name, vcpus: (name.charCodeAt(name.length - 1) % 7) + 1, ram: 4096 - name.length, disk: 20, is_public: false }),
    owner: ['admin', 'own'],
    stranger: ['globex-member', 'globex-prod'],
    taken: { code: 'flavor_name_taken', among: 'all' },
  },
  (stage) => {
    /** Projects by their names. */
    const projects: Record<string, string> = {};
    beforeAll(async () => {
      const { data } = await (await stage.app.as('acme-member', 'acme-prod')).call(nouns.session.calls.projects);
      for (const { id, name } of [...data, ...(await stage.stranger.call(nouns.session.calls.projects)).data]) projects[name] = id;
    });
    const tenant = () => stage.app.as('acme-member', 'acme-prod');

    async function make(body: { name: string; is_public: boolean; project_ids?: string[]; swap?: number }): Promise<string> {
      const { task_id, id } = await stage.owner.call(calls.create, { body: { ...size, ...body } });
      expect(await stage.app.ended(stage.owner, task_id)).toMatchObject({ state: 'success' });
      return id!;
    }

    it('are made by administrators, for everybody or for some projects', async () => {
      const [acme, admin, other] = [await tenant(), stage.owner, stage.stranger];
      const open = await make({ name: 'for all', is_public: true });
      const own = await make({ name: 'for acme', is_public: false, project_ids: [projects['acme-prod']!] });
      const seen = { name: 'contains:for a' };
      expect((await stage.namesOf(acme, seen)).toSorted()).toEqual(['for acme', 'for all']);
      expect(await stage.namesOf(other, seen)).toEqual(['for all']);
      expect((await other.refused(calls.read, { params: { flavorId: own } })).status).toBe(404);
      expect(await admin.call(calls.read, { params: { flavorId: own } })).toMatchObject({ ...size, project_ids: [projects['acme-prod']] });
      // Who else may use it is not a tenant's affair.
      expect(await acme.call(calls.read, { params: { flavorId: own } })).toMatchObject({ ...size, project_ids: null });
      expect(await admin.call(calls.read, { params: { flavorId: open } })).toMatchObject({ is_public: true, project_ids: [] });
    });

    it('have as much swap as is asked for, or none', async () => {
      for (const [name, swap] of [
        ['swapping', 512],
        ['plain', undefined],
      ] as const) {
        const flavorId = await make({ name, is_public: true, ...(swap !== undefined && { swap }) });
        expect(await (await tenant()).call(calls.read, { params: { flavorId } })).toMatchObject({ name, swap: swap ?? 0 });
      }
      const refusal = await stage.owner.refused(calls.create, { body: { ...size, name: 'less', is_public: true, swap: -1 } });
      expect(refusal.body.error.data?.field_codes).toEqual({ swap: [{ code: 'too_small', params: { min: 0 } }] });
    });

    it('are given to other projects and taken away again, unless they are public', async () => {
      const admin = stage.owner;
      const id = await make({ name: 'moving', is_public: false, project_ids: [projects['acme-prod']!] });
      const { task_id } = await admin.call(calls.setAccess, {
        params: { flavorId: id },
        body: { project_ids: [projects['globex-prod']!] },
      });
      await stage.app.ended(admin, task_id);
      expect(await stage.namesOf(await tenant(), { name: 'moving' })).toEqual([]);
      expect(await stage.namesOf(stage.stranger, { name: 'moving' })).toEqual(['moving']);
      const everybodys = await make({ name: 'open', is_public: true });
      const refusal = await admin.refused(calls.setAccess, { params: { flavorId: everybodys }, body: { project_ids: [] } });
      expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
      expect(refusal.body.error.data?.reason).toEqual({ code: 'flavor_public' });
    });

    it('are refused with projects where public, for projects that are not there, and in sizes that there are not', async () => {
      const refused = async (body: object) =>
        (await stage.owner.refused(calls.create, { body: { ...size, name: 'another', is_public: false, ...body } })).body.error.data
          ?.field_codes;
      expect(await refused({ is_public: true, project_ids: [projects['acme-prod']] })).toEqual({
        project_ids: [{ code: 'flavor_public' }],
      });
      expect(await refused({ project_ids: ['no-project'] })).toEqual({ project_ids: [{ code: 'unknown_id' }] });
      expect(await refused({ vcpus: 0 })).toEqual({ vcpus: [{ code: 'too_small', params: { min: 1 } }] });
    });

    it('leave their size to the servers made of them when they are deleted', async () => {
      const acme = await tenant();
      const flavorId = await make({ name: 'short-lived', is_public: true });
      const body = { ...(await ingredients(acme)), name: 'keeps', flavor_id: flavorId };
      const made = await acme.call(nouns.servers.calls.create, { body });
      await stage.app.ended(acme, made.task_id);
      await stage.app.ended(stage.owner, (await stage.owner.call(calls.delete, { params: { flavorId } })).task_id);
      const server = await acme.call(nouns.servers.calls.read, { params: { serverId: made.id! } });
      expect(server.flavor).toMatchObject({ original_name: 'short-lived', ...size });
    });
  },
);
