/** Storage policies: the volume types of a cloud, on its recorded answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storagePolicyKind } from '@gantry/contract/nouns/storage-policies/entity';
import { commandNamed, type Command } from '../../../../src/port/engine.ts';
import { touchedBy } from '../../../engines/openstack/support/touched.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';
import { richBody } from '../../../engines/openstack/support/tour-create.ts';

const SERVERS = /^\/compute\/v2\.1\/servers$/;
const TYPES = /\/types\?/;
const SOON = { timeout: 30_000 };

describe('storage policies on OpenStack', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    await expect.poll(() => bench.row('storage_policy', 'vault'), SOON).toBeDefined();
    await expect.poll(() => bench.row('image', 'lab-tiny'), SOON).toBeDefined();
  });
  afterEach(() => bench.close());

  const id = (name: string) => bench.cloud.id(name);
  /** Names of those that a project may choose, and which of them is the default. */
  async function chosenFrom(project: string): Promise<string[]> {
    const visibility = { scope: bench.project(project), userId: '', domainId: id('acme') };
    const sort = { key: 'name', descending: false };
    const { rows } = await bench.store.read.list({ kind: storagePolicyKind, visibility, filters: {}, sort, limit: 100 });
    return rows.map(({ document }) => `${String(document['name'])}${document['is_default'] === true ? ' (default)' : ''}`);
  }
  const body = (more: object = {}) => ({
    name: 'plain',
    flavor_id: id('m1.tiny'),
    image_id: id('lab-tiny'),
    network_ids: [id('acme-net')],
    ...more,
  });
  /** Asks for a server; answers the refused fields. */
  const create = async (wanted: object, project?: string) =>
    (bench.engine.commands['server.create'] as Command).accept(await bench.asking('alice', project), null, wanted).then(
      () => undefined,
      (error: { fields?: unknown }) => error.fields,
    );
  const sent = () =>
    bench.cloud.asked
      .filter(({ method, path }) => method === 'POST' && SERVERS.test(path))
      .map((asked): Record<string, unknown> => ({ version: asked.version, ...(asked.sent as { server: object }).server }));
  const takesAll = () => bench.cloud.on('POST', SERVERS, () => ({ status: 202, answer: { server: { id: id('rich') } } }));

  it('storage policies are mirrored with the default, private ones for the projects that have access', async () => {
    expect(await chosenFrom('acme-prod')).toEqual(['__DEFAULT__ (default)', 'fast', 'vault']);
    expect(await chosenFrom('acme-dev')).toEqual(['__DEFAULT__ (default)', 'fast']);
    const document = await bench.document('storage_policy', 'fast');
    expect(document).toEqual({
      id: id('fast'),
      name: 'fast',
      description: expect.stringMatching(/disks$/) as string,
      is_default: false,
      tier: null,
      redundancy: null,
      failure_domain: null,
      limits: {},
    });
    expect((await bench.document('storage_policy', 'vault'))['description']).toBeNull();
    expect(storagePolicyKind.entity.safeParse({ ...document, revision: 1 }).error).toBeUndefined();
  });

  it('no storage policy is the default where the cloud has none, and all are those that it tells of at the next look', async () => {
    bench.cloud.on('GET', /\/types\/default$/, () => ({ status: 404, answer: { itemNotFound: { code: 404, message: 'none' } } }));
    bench.cloud.on('GET', /os-volume-type-access$/, () => ({ answer: { volume_type_access: [] } }));
    bench.cloud.on('GET', TYPES, (_, usual) => {
      const { volume_types: types } = usual().answer as { volume_types: { name: string }[] };
      return { answer: { volume_types: types.map((type) => (type.name === 'fast' ? { ...type, name: 'faster' } : type)) } };
    });
    await bench.restart();
    await expect.poll(() => chosenFrom('acme-prod'), SOON).toEqual(['__DEFAULT__', 'faster']);
  });

  it('storage policies are made, renamed and deleted as public volume types, with the token of the administrator', async () => {
    const { cloud } = bench;
    const type = (name: string, description: string) => ({ id: 'new-type', name, description, 'os-volume-type-access:is_public': true });
    let there: object[] = [];
    cloud.on('GET', /\/qos-specs\?/, () => ({ answer: { qos_specs: [] } }));
    cloud.on('GET', TYPES, (_, usual) => {
      // The administrator's own look was not recorded.
      const { volume_types: types = [] } = usual().answer as { volume_types?: object[] };
      return { answer: { volume_types: [...types, ...there] } };
    });
    cloud.on('GET', /\/types\/new-type$/, () =>
      there.length > 0
        ? { answer: { volume_type: there[0] } }
        : { status: 404, answer: { itemNotFound: { code: 404, message: 'Volume type new-type could not be found.' } } },
    );
    const ask = (method: 'POST' | 'PUT' | 'DELETE', path: RegExp, next: object[], status: number) =>
      cloud.on(method, path, () => {
        there = next;
        return { status, answer: next[0] ? { volume_type: next[0] } : {} };
      });
    ask('POST', /\/types$/, [type('archive', 'seldom read')], 200);
    const row = () => bench.store.read.get({ engine: bench.engine.id, kind: 'storage_policy', id: 'new-type' });
    const command = (verb: string) => commandNamed<object>(bench.engine, `storage_policy.${verb}`)!;
    const made = { name: 'archive', description: 'seldom read' };
    expect(await command('create').accept(await bench.operating(), null, made)).toMatchObject({ id: 'new-type' });
    expect((await row())?.document).toMatchObject({ ...made, is_default: false, tier: null });
    expect(await command('create').recover!(await bench.operating(), null, made)).toEqual({ id: 'new-type' });
    expect(await command('create').recover!(await bench.operating(), null, { name: 'archive' })).toBeUndefined();
    ask('PUT', /\/types\/new-type$/, [type('attic', 'never read')], 200);
    await command('update').accept(await bench.operating(), (await row())!, { name: 'attic', description: 'never read' });
    expect((await row())?.document).toMatchObject({ name: 'attic', description: 'never read' });
    ask('DELETE', /\/types\/new-type$/, [], 202);
    await command('delete').accept(await bench.operating(), (await row())!, {});
    expect(await row()).toBeUndefined();
    const changes = cloud.asked.filter(({ method, path }) => method !== 'GET' && path.includes('/types'));
    expect(changes.map(({ method, sent: body }) => [method, body])).toEqual([
      ['POST', { volume_type: { name: 'archive', description: 'seldom read', 'os-volume-type-access:is_public': true } }],
      ['PUT', { volume_type: { name: 'attic', description: 'never read' } }],
      ['DELETE', null],
    ]);
  });

  it('storage policies are refused under a name that the volume service has already', async () => {
    const message = { conflictingRequest: { code: 409, message: 'Volume Type fast already exists.' } };
    bench.cloud.on('POST', /\/types$/, () => ({ status: 409, answer: message }));
    const create = bench.engine.commands['storage_policy.create'] as Command;
    const refused = create.accept(await bench.operating(), null, { name: 'fast' });
    await expect(refused).rejects.toMatchObject({ code: 'name_taken', fields: { name: [{ code: 'storage_policy_name_taken' }] } });
  });

  it.each([
    ['volume_type.update', { volume_types: { id: 'it' } }],
    ['volume_type_project.access.add', { volume_type_id: 'it', project_id: 'somebody' }],
    ['qos_specs.associate', { id: 'specs', type_id: 'it' }],
  ])('storage policies are read again when the volume service announces %s', (event_type, payload) => {
    const message = { 'oslo.message': JSON.stringify({ event_type, payload }) };
    expect(touchedBy(JSON.stringify(message))).toEqual([{ kind: 'storage_policy', id: 'it' }]);
  });

  it('storage policies are asked for in the words of the compute service, which took them', async () => {
    expect(await create(richBody(bench.cloud.recording.names, bench.cloud.recording.names['rich-ip']!))).toBeUndefined();
    expect(sent()).toMatchObject([
      { version: 'compute 2.67', block_device_mapping_v2: [{ volume_type: id('vault') }, { volume_type: id('fast') }] },
    ]);
  });

  it('storage policies make a volume of what would else be the flavor’s own disk, as large as that', async () => {
    takesAll();
    const row = (await bench.row('flavor', 'm1.tiny'))!;
    const shares = [{ target: 'public', state: 'accepted' } as const];
    await bench.store.transaction((writer) => writer.put({ ...row, shares, document: { ...row.document, disk: 7 } }));
    expect(await create(body({ storage_policy_id: id('fast') }))).toBeUndefined();
    expect(await create(body({ volumes: [{ size: 2 }] }))).toBeUndefined();
    const [made, plain] = sent();
    const disk = { source_type: 'image', destination_type: 'volume', volume_size: 7, volume_type: id('fast') };
    expect(made).toMatchObject({ block_device_mapping_v2: [disk] });
    expect(made).not.toHaveProperty('imageRef');
    expect(plain).toMatchObject({ version: 'compute 2.19', block_device_mapping_v2: [{ destination_type: 'local' }, { volume_size: 2 }] });
    expect(JSON.stringify(plain)).not.toContain('volume_type');
  });

  it('storage policies are refused at their field if the project may not choose them, or the image brings its own volume', async () => {
    const unknown = [{ code: 'unknown_id' }];
    const wanted = body({ network_ids: [id('shared')], storage_policy_id: id('vault') });
    expect(await create(wanted, 'acme-dev')).toEqual({ storage_policy_id: unknown });
    const further = {
      volumes: [
        { size: 1, storage_policy_id: id('fast') },
        { size: 1, storage_policy_id: 'nobody-knows' },
      ],
    };
    expect(await create(body(further))).toEqual({ 'volumes.1.storage_policy_id': unknown });
    const row = (await bench.row('image', 'lab-tiny'))!;
    const shares = [{ target: 'public', state: 'accepted' } as const];
    await bench.store.transaction((writer) => writer.put({ ...row, shares, document: { ...row.document, size: 0 } }));
    expect(await create(body({ storage_policy_id: id('fast') }))).toEqual({ storage_policy_id: [{ code: 'image_with_volume' }] });
    expect(sent()).toEqual([]);
  });

  it('storage policies are counted in the quota of a project that may choose them', async () => {
    const read = async (name: string) => {
      const context = await bench.asking('alice', name);
      const quota = await bench.engine.live['quota.read']!(context, (await bench.row('project', name))!, { usage: true });
      return (quota as { storage_policies: unknown }).storage_policies;
    };
    bench.cloud.on('GET', /^\/volume.*os-quota-sets/, (_, usual) => {
      const { quota_set: set } = usual().answer as { quota_set: object };
      return { answer: { quota_set: { ...set, gigabytes_vault: { limit: 50, in_use: 4, reserved: 3 } } } };
    });
    expect(await read('acme-prod')).toEqual([
      { name: '__DEFAULT__', limit: -1, used: 2 },
      { name: 'fast', limit: -1, used: 0 },
      { name: 'vault', limit: 50, used: 7 },
    ]);
  });
});
