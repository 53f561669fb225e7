/** The file that comes with a new application credential, by a Keystone that says what it is told to. */
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { applicationCredentialsOf } from '../../../../src/engines/openstack/identity/application-credentials.ts';

/** How the file calls the cloud whose credential is made in a project of a domain. */
async function nameOf(domain: string, project: string): Promise<string[]> {
  const made = { id: 'c1', name: 'ci', project_id: 'p1', roles: [], secret: 'hidden' };
  const credentials = applicationCredentialsOf({
    api: { ask: async () => ({ body: { application_credential: made } }) },
    people: { project: async () => ({ name: project, domain_id: 'd1' }), domain: async () => ({ name: domain }) },
    cloud: { authUrl: async () => 'https://cloud.example/identity/v3', region: 'RegionOne' },
  } as never);
  const owner = { userId: 'u1', credential: { unscoped: 't1', token: 't2', projectId: 'p1', cloud: false }, requestId: 'r1' };
  const { cloudsYaml } = await credentials.create(owner, 'p1', { name: 'ci', access: 'full' });
  return Object.keys((parse(cloudsYaml) as { clouds: object }).clouds);
}

it.each([
  ['acme', 'Shop  Front (EU)', 'acme-shop-front-eu'],
  ['Acme Ltd.', 'shop_1.2', 'acme-ltd.-shop_1.2'],
  ['acme', 'Магазин № 7', 'acme-магазин-7'],
  ['日本', 'مشروع', '日本-مشروع'],
  ['acme', '$(id) "x"; #', 'acme-id-x'],
  ['***', 'shop', 'shop'],
  ['***', ' — ', 'openstack'],
])('the file of a credential in domain “%s” and project “%s” calls the cloud %s', async (domain, project, name) => {
  expect(await nameOf(domain, project)).toEqual([name]);
});
