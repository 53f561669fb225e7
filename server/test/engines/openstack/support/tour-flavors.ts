import { refused, type Tourist } from './tourist.ts';

/** A flavor's life in the hands of an administrator. */
export async function flavors(admin: Tourist, alice: Tourist): Promise<void> {
  const { names } = admin;
  const body = { name: 'recorded-flavor', vcpus: 1, ram: 256, disk: 1, is_public: false, project_ids: [names['acme-prod']] };
  names['recorded-flavor'] = (await admin.ask('flavor.create', null, body)).id;
  await refused(admin.ask('flavor.create', null, body));
  await refused(alice.ask('flavor.create', null, { ...body, name: 'not-hers' }));
  await admin.ask('flavor.setAccess', await admin.row('recorded-flavor', 'flavor'), { project_ids: [names['acme-dev']] });
  await admin.ask('flavor.delete', await admin.row('recorded-flavor', 'flavor'));
}
