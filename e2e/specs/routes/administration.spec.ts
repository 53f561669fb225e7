/** Pages of administration and of the user: address, title in nine languages, breadcrumb, menu entry, accessibility. */
import { test } from '../../support/fixtures.ts';
import { expectRoute } from '../../support/routes.ts';

test('the list of users has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/users');
});

test('the form of a new user has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/users/add');
});

test('the list of groups has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/users/groups');
});

test('the form of a new group has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/users/groups/add');
});

test('the list of projects has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/projects');
});

test('the form of a new project has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/projects/add');
});

test('the list of domains has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/settings/domains');
});

test('the form of a new domain has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/settings/domains/add');
});

test('the list of problem reports has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/settings/support');
});

test('the form of a new problem report has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/settings/support/add');
});

test('the list of object storage users has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/storage-services/s3/users');
});

test('the list of storage policies has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/storage-policies');
});

test('the form of a new storage policy has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/storage-policies/add');
});

test('the list of load balancer pools has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/load-balancer-pools');
});

test('the form of a new flavor has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/flavors/add');
});

test('the list of compute nodes has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/nodes');
});

test('the form that joins compute nodes has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/nodes/add');
});

test('the page of the compute cluster has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/cluster');
});

test('the form that deploys a compute cluster has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/cluster/deploy');
});

test('the list of placements has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/placements');
});

test('the form of a new placement has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/compute/placements/add');
});

test('the list of own sessions has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/account/sessions');
});

test('the list of API tokens has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/account/tokens');
});

test('the list of application credentials has its title, breadcrumb and menu entry [choice.page-titles]', async ({
  stay,
  people,
  complaints,
}) => {
  // The embedded platform has none.
  complaints.expect(/status of 501/);
  await expectRoute(await stay(people.admin), '/account/application-credentials');
});

test('the audit log has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.admin), '/monitoring/audit-log');
});
