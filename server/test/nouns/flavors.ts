import { beforeAll, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { madeAtOnce } from '../engines/openstack/support/made-at-once.ts';
import { ingredients } from '../support/ingredients.ts';
import { life } from './support/life.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.flavors;
const GONE = { status: 404, answer: { itemNotFound: { code: 404, message: 'Flavor could not be found.' } } };
/** Projects that may use the flavor, as the cloud has them. */
let access: string[];
const size = { vcpus: 2, ram: 2048, disk: 20 };

export const flavors: Specimen = {
  calls: { readProject: ['list', 'read'], changeSystem: ['create', 'setAccess', 'delete', 'bulkDelete'] },
  asked: {
    setAccess: {
      ready: async ({ make, name, system }) => ({
        id: await make('/compute/flavors', { name: name(), vcpus: 1, ram: 64, disk: 1, is_public: false }, system),
        body: { project_ids: [] },
      }),
    },
  },
  document: { is_public: false, project_ids: [] },
  life: life(
    'flavors',
    {
      calls,
      // Sizes differ, so that each order of a list shows.
      body: (name) => ({ name, vcpus: (name.charCodeAt(name.length - 1) % 7) + 1, ram: 4096 - name.length, disk: 20, is_public: false }),
      owner: ['admin', 'own'],
      stranger: ['globex-member', 'globex-prod'],
      taken: { code: 'flavor_name_taken', among: 'all' },
      kept: [
        [{ swap: 512 }, { swap: 512 }],
        [{}, { swap: 0 }],
      ],
      refused: [
        [{ swap: -1 }, { swap: [{ code: 'too_small', params: { min: 0 } }] }],
        [{ vcpus: 0 }, { vcpus: [{ code: 'too_small', params: { min: 1 } }] }],
        [{ project_ids: ['no-project'] }, { project_ids: [{ code: 'unknown_id' }] }],
      ],
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

      it('flavors are made by administrators, for everybody or for some projects', async () => {
        const [acme, admin, other] = [await tenant(), stage.owner, stage.stranger];
        const open = await make({ name: 'for all', is_public: true, swap: 512 });
        const own = await make({ name: 'for acme', is_public: false, project_ids: [projects['acme-prod']!] });
        const seen = { name: 'contains:for a' };
        expect((await stage.namesOf(acme, seen)).toSorted()).toEqual(['for acme', 'for all']);
        expect(await stage.namesOf(other, seen)).toEqual(['for all']);
        expect((await other.refused(calls.read, { params: { flavorId: own } })).status).toBe(404);
        expect(await admin.call(calls.read, { params: { flavorId: own } })).toMatchObject({
          ...size,
          project_ids: [projects['acme-prod']],
        });
        expect(await acme.call(calls.read, { params: { flavorId: open } })).toMatchObject({ ...size, swap: 512 });
        // Who else may use it is not a tenant's affair.
        expect(await acme.call(calls.read, { params: { flavorId: own } })).toMatchObject({ ...size, project_ids: null });
        expect(await admin.call(calls.read, { params: { flavorId: open } })).toMatchObject({ is_public: true, project_ids: [] });
      });

      it('flavors are given to other projects and taken away again, unless they are public', async () => {
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

      it('flavors that everybody may use are refused with projects', async () => {
        const body = { ...size, name: 'another', is_public: true, project_ids: [projects['acme-prod']!] };
        const refusal = await stage.owner.refused(calls.create, { body });
        expect(refusal.body.error.data?.field_codes).toEqual({ project_ids: [{ code: 'flavor_public' }] });
      });

      it('flavors leave their size to the servers made of them when they are deleted', async () => {
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
  ),
  cloud: madeAtOnce(
    'flavors',
    {
      kind: 'flavor',
      path: '/flavors',
      body: ({ cloud }) => ({
        name: 'recorded-flavor',
        vcpus: 1,
        ram: 256,
        disk: 1,
        is_public: false,
        project_ids: [cloud.id('acme-prod')],
      }),
      idOf: ({ cloud }) => cloud.id('recorded-flavor'),
      unlike: { ram: 512 },
      who: 'admin',
      stranger: 'alice',
      taken: 'flavor_name_taken',
      announced: { event: 'flavor.update', data: { flavorid: 'f-1' }, id: 'f-1' },
      show({ cloud }, there) {
        const single = new RegExp(`/flavors/${cloud.id('recorded-flavor')}$`);
        const flavor = cloud.recorded<{ flavor: object }>('GET', single);
        const { flavors } = cloud.recorded<{ flavors: object[] }>('GET', /\/flavors\/detail/);
        cloud.on('GET', single, () => (there ? { answer: flavor } : GONE));
        cloud.on('GET', /\/flavors\/detail/, () => ({ answer: { flavors: there ? [...flavors, flavor.flavor] : flavors } }));
      },
      prepare({ cloud }) {
        access = [];
        cloud.on('GET', /os-flavor-access$/, () => ({ answer: { flavor_access: access.map((tenant_id) => ({ tenant_id })) } }));
        cloud.on('POST', /\/action$/, ({ sent }) => {
          const { addTenantAccess: add, removeTenantAccess: remove } = sent as Record<string, { tenant: string } | undefined>;
          access = [...access.filter((one) => one !== remove?.tenant), ...(add ? [add.tenant] : [])];
          return { answer: { flavor_access: [] } };
        });
      },
    },
    (stage) => {
      it('flavors have the swap that was asked for, and are found again by it; what the service leaves empty is none', async () => {
        const { cloud } = stage.bench;
        const body = { name: 'recorded-flavor', vcpus: 1, ram: 256, disk: 1, swap: 512, is_public: true };
        const { flavor } = cloud.recorded<{ flavor: object }>('GET', new RegExp(`/flavors/${cloud.id('recorded-flavor')}$`));
        const made = { ...flavor, swap: 512, 'os-flavor-access:is_public': true };
        cloud.on('POST', /\/flavors$/, () => ({ answer: { flavor: made } }));
        cloud.on('GET', new RegExp(`/flavors/${cloud.id('recorded-flavor')}$`), () => ({ answer: { flavor: made } }));
        cloud.on('GET', /\/flavors\/detail/, () => ({ answer: { flavors: [made] } }));
        expect((await stage.row(cloud.id('private')))?.document).toMatchObject({ name: 'private', swap: 0 });
        const { accept, recover } = stage.command('create');
        await accept(await stage.as('admin'), null, body as never);
        expect(stage.sent('POST').at(-1)?.sent).toMatchObject({ flavor: { name: body.name, swap: 512 } });
        expect((await stage.row())?.document).toMatchObject(body);
        const found = async (swap?: number) => recover!(await stage.as('admin'), null, { ...body, swap } as never);
        expect(await found(512)).toEqual({ id: cloud.id('recorded-flavor') });
        expect(await found()).toBeUndefined();
      });

      it('flavors change hands: access is given and taken project by project, and nothing is asked where nothing differs', async () => {
        const { bench, sent } = stage;
        const [prod, dev] = [bench.cloud.id('acme-prod'), bench.cloud.id('acme-dev')];
        access = [prod];
        const setAccess = async () =>
          stage
            .command('setAccess')
            .accept(await stage.as('admin'), (await bench.row('flavor', 'private'))!, { project_ids: [dev] } as never);
        await setAccess();
        expect(access).toEqual([dev]);
        expect(sent().map(({ sent: what }) => what)).toEqual([
          { addTenantAccess: { tenant: dev } },
          { removeTenantAccess: { tenant: prod } },
        ]);
        expect((await bench.row('flavor', 'private'))?.document['project_ids']).toEqual([dev]);
        await setAccess();
        expect(sent()).toHaveLength(2);
      });
    },
  ),
};
