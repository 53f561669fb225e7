/** Flavors in the hands of administrators, on a cloud's recorded answers. */
import { expect, it } from 'vitest';
import { describeMadeAtOnce } from './support/made-at-once.ts';

const GONE = { status: 404, answer: { itemNotFound: { code: 404, message: 'Flavor could not be found.' } } };
/** Projects that may use the flavor, as the cloud has them. */
let access: string[];

describeMadeAtOnce(
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
    it('have the swap that was asked for, and are found again by it; what the service leaves empty is none', async () => {
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

    it('change hands: access is given and taken project by project, and nothing is asked where nothing differs', async () => {
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
);
