/** Pages of networks: address, title in nine languages, breadcrumb, menu entry, accessibility. */
import { test } from '../../support/fixtures.ts';
import { expectRoute } from '../../support/routes.ts';

test('the list of networks has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/networks');
});

test('the form of a new network has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/networks/add');
});

test('the list of routers has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/routers');
});

test('the form of a new router has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/routers/add');
});

test('the list of floating IPs has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/floating-ips');
});

test('the form of a new floating IP has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/floating-ips/add');
});

test('the list of load balancers has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/load-balancers');
});

test('the form of a new load balancer has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/load-balancers/add');
});

test('the window of a pool of a new load balancer has its title, breadcrumbs and menu entry [choice.page-titles]', async ({
  stay,
  people,
}) => {
  await expectRoute(await stay(people.member), '/compute/load-balancers/add/add-pool');
});

test('the window of the members of a new pool has its title, breadcrumbs and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/load-balancers/add/add-pool/vms');
});

test('the window of the health monitor of a new pool has its title, breadcrumbs and menu entry [choice.page-titles]', async ({
  stay,
  people,
}) => {
  await expectRoute(await stay(people.member), '/compute/load-balancers/add/add-pool/healthmonitor');
});

test('the list of VPN connections has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/vpn');
});

test('the form of a new VPN connection has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/vpn/add');
});

test('the list of security groups has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/security-groups');
});

test('the form of a new security group has its title, breadcrumb and menu entry [choice.page-titles]', async ({ stay, people }) => {
  await expectRoute(await stay(people.member), '/compute/security-groups/add');
});
