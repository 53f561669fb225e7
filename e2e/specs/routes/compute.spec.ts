/** Pages of compute, object storage and tasks: address, title in nine languages, breadcrumb, menu entry, accessibility. */
import { expect, test } from '../../support/fixtures.ts';
import { BUCKETS, enabled } from '../../support/object-storage.ts';
import { expectRoute } from '../../support/routes.ts';
import { table } from '../../support/servers.ts';
import { to } from '../../support/to.ts';

test('the overview of a project has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/monitoring');
});

test('the list of tasks has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/tasks');
});

test('the list of virtual machines has the project’s ones, its title, breadcrumb and menu entry [choice.page-titles, route.instances]', async ({
  stay,
  people,
}) => {
  const page = await stay(people.member);
  await expectRoute(page, '/compute/instances');
  await expect(table(page).getByRole('row').nth(20)).toBeVisible();
});

test('the form of a new virtual machine has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/instances/add');
});

test('the list of volumes has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/volumes');
});

test('the form of a new volume has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/volumes/add');
});

test('the list of images has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/images');
});

test('the form of a new image has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/images/add');
});

test('the list of SSH keys has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/ssh-keys');
});

test('the form of a new SSH key has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/ssh-keys/add');
});

test('the list of volume snapshots has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/volume-snapshots');
});

test('the form of a new volume snapshot has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/volume-snapshots/add');
});

test('the list of flavors has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/flavors');
});

test('the list of buckets has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/s3-storage/buckets');
});

test('the list of access keys has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/s3-storage/access');
});

test('the dialog of a new access key has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  const page = await stay(people.member);
  // Who has it not yet is shown no dialog.
  await to(page, BUCKETS);
  await enabled(page);
  await expectRoute(page, '/s3-storage/access/create-key');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the members of the project have their title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.lead), '/project/members');
});

test('the quotas of the project have their title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/project/quotas');
});

test('API access to the project has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/project/api');
});
