/** Flavors in the hands of administrators, on a cloud's recorded answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Bench } from './support/bench.ts';

const GONE = { status: 404, answer: { itemNotFound: { code: 404, message: 'Flavor could not be found.' } } };

describe('flavors', () => {
  let bench: Bench;
  /** Projects that may use the flavor, as the cloud has them. */
  let access: string[];
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    access = [];
    bench.cloud.on('GET', /os-flavor-access$/, () => ({ answer: { flavor_access: access.map((tenant_id) => ({ tenant_id })) } }));
    bench.cloud.on('POST', /\/action$/, ({ sent }) => {
      const { addTenantAccess: add, removeTenantAccess: remove } = sent as Record<string, { tenant: string } | undefined>;
      access = [...access.filter((one) => one !== remove?.tenant), ...(add ? [add.tenant] : [])];
      return { answer: { flavor_access: [] } };
    });
  });
  afterEach(() => bench.close());

  const command = (verb: string) => bench.engine.commands[`flavor.${verb}`]!;
  const id = (name: string) => bench.cloud.id(name);
  const body = () => ({ name: 'recorded-flavor', vcpus: 1, ram: 256, disk: 1, is_public: false, project_ids: [id('acme-prod')] }) as never;
  const row = () => bench.store.read.get({ engine: 'cloud', kind: 'flavor', id: id('recorded-flavor') });
  const flavor = () => bench.cloud.recorded<{ flavor: object }>('GET', new RegExp(`/flavors/${id('recorded-flavor')}$`));
  const single = () => bench.cloud.on('GET', new RegExp(`/flavors/${id('recorded-flavor')}$`), () => ({ answer: flavor() }));
  const sent = () => bench.cloud.asked.filter(({ method, path }) => method !== 'GET' && /\/flavors/.test(path));

  it('are made with the administrator’s own token, given to their projects, and seen at once', async () => {
    single();
    expect(await command('create').accept(await bench.operating(), null, body())).toMatchObject({ id: id('recorded-flavor') });
    expect(sent().map(({ as, sent: what }) => [as?.split('@')[0], Object.keys(what as object)[0]])).toEqual([
      ['admin', 'flavor'],
      ['admin', 'addTenantAccess'],
    ]);
    expect((await row())?.document).toMatchObject({ name: 'recorded-flavor', is_public: false, project_ids: [id('acme-prod')] });
  });

  it('change hands: access is given and taken project by project, and nothing is asked where nothing differs', async () => {
    single();
    access = [id('acme-prod')];
    await command('create').recover!(await bench.operating(), null, body());
    const known = (await row()) ?? ({ id: id('recorded-flavor') } as never);
    await command('setAccess').accept(await bench.operating(), known, { project_ids: [id('acme-dev')] } as never);
    expect(access).toEqual([id('acme-dev')]);
    const before = sent().length;
    await command('setAccess').accept(await bench.operating(), known, { project_ids: [id('acme-dev')] } as never);
    expect(sent()).toHaveLength(before);
  });

  it('are refused under a taken name at its field, and to who may not make them', async () => {
    bench.cloud.on('POST', /\/flavors$/, () => ({
      status: 409,
      answer: { conflictingRequest: { code: 409, message: 'Flavor with name recorded-flavor already exists.' } },
    }));
    await expect(command('create').accept(await bench.operating(), null, body())).rejects.toMatchObject({
      code: 'name_taken',
      fields: { name: [{ code: 'flavor_name_taken' }] },
    });
    bench.cloud.on('POST', /\/flavors$/, (_, recorded) => ({ status: recorded!.status, answer: recorded!.answer }));
    const hers = { ...(body() as object), name: 'not-hers' } as never;
    await expect(command('create').accept(await bench.asking('alice'), null, hers)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are deleted, and are gone from the store once the cloud no longer knows them', async () => {
    const lift = single();
    await command('create').accept(await bench.operating(), null, body());
    const made = (await row())!;
    lift();
    bench.cloud.on('GET', new RegExp(`/flavors/${id('recorded-flavor')}$`), () => GONE);
    bench.cloud.on('DELETE', /\/flavors\//, () => ({ status: 202, answer: null }));
    await command('delete').accept(await bench.operating(), made, {} as never);
    expect(await row()).toBeUndefined();
    expect(await command('delete').recover!(await bench.operating(), made.id, {} as never)).toEqual({ id: made.id });
  });
});
