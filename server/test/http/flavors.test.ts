import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';

const { calls } = nouns.flavors;
const size = { vcpus: 2, ram: 2048, disk: 20 };

describe.each(databases)('flavors on $name', ({ name: database }) => {
  let app: TestApp;
  let admin: Client;
  let tenant: Client;
  let other: Client;
  let projects: Record<string, string>;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' } });
    admin = await app.as('admin', 'own');
    tenant = await app.as('acme-member', 'acme-prod');
    other = await app.as('globex-member', 'globex-prod');
    const entered = await Promise.all([tenant, other].map((who) => who.call(nouns.session.calls.projects)));
    projects = Object.fromEntries(entered.flatMap(({ data }) => data.map(({ id, name }) => [name, id])));
  });
  afterAll(() => app.close());

  const names = async (who: Client) => (await who.call(calls.list, { query: { limit: 200 } })).data.map(({ name }) => name);
  async function make(body: { name: string; is_public: boolean; project_ids?: string[] }): Promise<string> {
    const { task_id, id } = await admin.call(calls.create, { body: { ...size, ...body } });
    expect(await app.ended(admin, task_id)).toMatchObject({ state: 'success' });
    return id!;
  }

  it('are made by administrators, for everybody or for some projects [choice.uncovered-calls]', async () => {
    const open = await make({ name: 'for all', is_public: true });
    const own = await make({ name: 'for acme', is_public: false, project_ids: [projects['acme-prod']!] });
    expect(await names(tenant)).toEqual(expect.arrayContaining(['for all', 'for acme']));
    expect(await names(other)).toContain('for all');
    expect(await names(other)).not.toContain('for acme');
    expect((await other.refused(calls.read, { params: { flavorId: own } })).status).toBe(404);
    expect(await admin.call(calls.read, { params: { flavorId: own } })).toMatchObject({ ...size, project_ids: [projects['acme-prod']] });
    // Who else may use it is not a tenant's affair.
    expect(await tenant.call(calls.read, { params: { flavorId: own } })).toMatchObject({ ...size, project_ids: null });
    expect(await admin.call(calls.read, { params: { flavorId: open } })).toMatchObject({ is_public: true, project_ids: [] });
  });

  it('are given to other projects and taken away again, unless they are public', async () => {
    const id = await make({ name: 'moving', is_public: false, project_ids: [projects['acme-prod']!] });
    const { task_id } = await admin.call(calls.setAccess, { params: { flavorId: id }, body: { project_ids: [projects['globex-prod']!] } });
    await app.ended(admin, task_id);
    expect(await names(tenant)).not.toContain('moving');
    expect(await names(other)).toContain('moving');
    const everybodys = await make({ name: 'open', is_public: true });
    const refusal = await admin.refused(calls.setAccess, { params: { flavorId: everybodys }, body: { project_ids: [] } });
    expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
    expect(refusal.body.error.data?.reason).toEqual({ code: 'flavor_public' });
  });

  it('are refused under a taken name, with projects where public, and for projects that are not there', async () => {
    await make({ name: 'once', is_public: true });
    const refused = async (body: object) =>
      (await admin.refused(calls.create, { body: { ...size, name: 'another', is_public: false, ...body } })).body.error.data?.field_codes;
    expect(await refused({ name: 'once' })).toEqual({ name: [{ code: 'flavor_name_taken' }] });
    expect(await refused({ is_public: true, project_ids: [projects['acme-prod']] })).toEqual({ project_ids: [{ code: 'flavor_public' }] });
    expect(await refused({ project_ids: ['no-project'] })).toEqual({ project_ids: [{ code: 'unknown_id' }] });
    expect(await refused({ vcpus: 0 })).toEqual({ vcpus: [{ code: 'too_small', params: { min: 1 } }] });
  });

  it('are deleted one by one and together, and servers made of them keep their size', async () => {
    const id = await make({ name: 'short-lived', is_public: true });
    const first = async (call: typeof nouns.images.calls.list | typeof nouns.networks.calls.list) => (await tenant.call(call)).data[0]!.id;
    const body = {
      name: 'keeps',
      flavor_id: id,
      image_id: await first(nouns.images.calls.list),
      network_ids: [await first(nouns.networks.calls.list)],
    };
    const made = await tenant.call(nouns.servers.calls.create, { body });
    await app.ended(tenant, made.task_id);
    await app.ended(admin, (await admin.call(calls.delete, { params: { flavorId: id } })).task_id);
    expect(await names(admin)).not.toContain('short-lived');
    const server = await tenant.call(nouns.servers.calls.read, { params: { serverId: made.id! } });
    expect(server.flavor).toMatchObject({ original_name: 'short-lived', ...size });
    const ids = [await make({ name: 'gone 1', is_public: true }), await make({ name: 'gone 2', is_public: true })];
    await app.ended(admin, (await admin.call(calls.bulkDelete, { body: { ids } })).task_id);
    expect((await names(admin)).filter((name) => name.startsWith('gone'))).toEqual([]);
  });
});
