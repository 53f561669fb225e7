/** What the console does between an address that is opened and its page: spinner, rights, sign-in, socket. */
import type { Page } from '@playwright/test';
import { chooser, choose } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { fillIn, signIn } from '../support/people.ts';
import { table } from '../support/servers.ts';

/** Logins that a page sends by its socket from now on. */
function loginsOf(page: Page): { all_tenants: boolean }[] {
  const logins: { all_tenants: boolean }[] = [];
  const answered = new Set<string>();
  page.on('websocket', (socket) => {
    const waiting = new Map<string, { all_tenants: boolean }>();
    socket.on('framesent', ({ payload }) => {
      const [, number = '', message] = /^42(\d*)\["login",(.*)\]$/s.exec(String(payload)) ?? [];
      if (message !== undefined) waiting.set(number, JSON.parse(message) as { all_tenants: boolean });
    });
    // It has arrived: the server has answered it.
    socket.on('framereceived', ({ payload }) => {
      const [, number = ''] = /^43(\d*)\[\{"code":200/.exec(String(payload)) ?? [];
      const login = waiting.get(number);
      if (login && !answered.has(number)) logins.push(login);
    });
  });
  return logins;
}

test('signing in reads the traits; a reload enters the project again, or else reads the rights, and the socket logs in for what the user sees [session.login-placements, session.startup-signin, session.startup-socket, socket.all-tenants, choice.auth-header-names]', async ({
  as,
  open,
  people,
  product,
}) => {
  const page = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await signIn(page, product.selfService, people.member, '/compute/ssh-keys');
  await expect.poll(() => asked).toContain('GET /api/v2/compute/traits');
  asked.length = 0;
  const logins = loginsOf(page);
  const list = page.waitForRequest((request) => request.url().includes('/api/v2/compute/key_pairs'));
  const socket = page.waitForRequest((request) => request.url().includes('/ws?') && request.url().includes('polling'));
  await page.reload();
  const kept = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('scopedToken')]);
  for (const request of [await list, await socket]) {
    const headers = await request.allHeaders();
    expect([headers['x-session-id'], typeof headers['x-auth-token']], request.url()).toEqual([kept[0], 'string']);
  }
  await expect.poll(() => asked.filter((path) => /^POST \/api\/v2\/accounts\/projects\/[^/]+\/auth$/.test(path))).toHaveLength(1);
  await expect.poll(() => logins.map(({ all_tenants: all }) => all)).toEqual([false]);

  const admin = await as(people.admin, { path: '/compute/flavors' });
  await expect(admin.getByRole('heading', { level: 1, name: 'Flavors' })).toBeVisible();
  const ofAdmin = loginsOf(admin);
  const read: string[] = [];
  admin.on('request', (request) => read.push(new URL(request.url()).pathname));
  await admin.reload();
  await expect.poll(() => read).toContain('/api/v2/meta');
  await expect.poll(() => ofAdmin.map(({ all_tenants: all }) => all)).toEqual([true]);
  expect(read.filter((path) => path.endsWith('/auth'))).toEqual([]);
});

test('until a page and the rights to it are there a spinner stands alone; only then a page is refused that may not be opened [shell.unmatched-spinner, permissions.route-denied]', async ({
  as,
  people,
  wire,
}) => {
  const page = await as(people.viewer, { wire, path: '/error' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const filesAgain = wire.hold(/^GET \/assets\/.*\.js/);
  const opened = page.goto(`${wire.origin}/compute/ssh-keys`, { waitUntil: 'commit' });
  await opened;
  const boot = page.locator('#boot svg');
  await expect(boot).toBeVisible();
  expect(await page.locator('body').innerText()).toBe('');
  await expect(page.locator('header, nav, main, h1')).toHaveCount(0);
  filesAgain();
  await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible();

  const rightsAgain = wire.hold(/^GET \/api\/v2\/meta/);
  await page.goto(`${wire.origin}/compute/security-groups/add`);
  await expect(page.getByRole('progressbar', { name: 'Loading…' }).first()).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page).toHaveURL(/\/compute\/security-groups\/add$/);
  rightsAgain();
  await expect(page).toHaveURL(/\/error403$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You do not have access to this page');
});

test('while somebody signs in an overlay lies over the page, and what is open is made anew in another project [shell.overlay-login, shell.view-recreated, shell.header-contents]', async ({
  open,
  people,
  wire,
}) => {
  const page = await open();
  await page.goto(`${wire.origin}/login/${people.domainAdmin.domain}?redirectUrl=/compute/instances`);
  const answeredAgain = wire.hold(/^POST \/api\/v2\/login/);
  await fillIn(page, people.domainAdmin.name, people.domainAdmin.password);
  const overlay = page.getByRole('status').filter({ hasText: 'Signing in…' });
  await expect(overlay).toBeVisible();
  expect(await page.evaluate(() => document.elementFromPoint(300, 300)?.closest('output')?.textContent)).toBe('Signing in…');
  answeredAgain();
  await expect(table(page)).toBeVisible();
  await expect(overlay).toBeHidden();

  const header = page.getByRole('banner');
  for (const part of [
    header.getByRole('link', { name: 'Gantry: Start page' }),
    header.getByRole('button', { name: /^Project: / }),
    header.getByRole('button', { name: /^Notifications/ }),
    header.getByRole('button', { name: `User menu of ${people.domainAdmin.name}` }),
  ])
    await expect(part).toBeVisible();

  await choose(page, 'acme-prod');
  await expect(chooser(page)).toHaveAccessibleName('Project: acme-prod');
  // The way leads on once it is entered; whoever opens a page before that is where they were.
  await expect(page).not.toHaveURL(/\/compute\/instances/);
  await page.goto(`${wire.origin}/compute/instances`);
  const servers = table(page).getByRole('link');
  await expect(servers.first()).toBeVisible();
  await table(page).evaluate((grid) => (grid.dataset['old'] = 'yes'));
  const before = wire.asked.filter((name) => name.startsWith('GET /api/v2/compute/servers?')).length;
  await choose(page, 'acme-dev');
  await expect(page.getByText('No virtual machines')).toBeVisible();
  await expect(page.locator('[data-old]')).toHaveCount(0);
  await expect.poll(() => wire.asked.filter((name) => name.startsWith('GET /api/v2/compute/servers?')).length).toBeGreaterThan(before);
});

test('changes of others show by themselves; a row that is gone goes before the list is read again; a client of another kind is told the same [socket.live-updates, socketevent.deleted, choice.socket-protocol]', async ({
  as,
  people,
  api,
  wire,
}) => {
  const name = `told-${Date.now()}`;
  const page = await as(people.member, { wire, path: `/compute/instances?name=${name}` });
  await expect(page.getByText(/No virtual machine matches|No matches/).first()).toBeVisible();
  const loadedAt = await page.evaluate(() => performance.timeOrigin);
  const listening = await api.listen();
  await api.createServer(name);
  const link = table(page).getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  const id = new URL(await link.evaluate((one: HTMLAnchorElement) => one.href)).pathname.split('/').at(-1) ?? '';
  await expect(table(page).getByText('Running')).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);
  expect(
    listening
      .changes()
      .filter((change) => change.id === id)
      .map(({ operation }) => operation),
  ).toContain('created');

  const listAgain = wire.hold(/^GET \/api\/v2\/compute\/servers\?/);
  await api.deleteServer(id);
  await expect(link).toBeHidden();
  listAgain();
  await expect
    .poll(() =>
      listening
        .changes()
        .filter((change) => change.id === id)
        .map(({ operation }) => operation),
    )
    .toContain('deleted');
  listening.close();
});

test('somebody sees where they are signed in and ends the others; a socket that logs in for an ended session is closed for good and the sign-in page shows [socket.code-401]', async ({
  open,
  people,
  product,
  wire,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION|ERR_EMPTY|WebSocket|status of 401/);
  const page = await open();
  await signIn(page, product.selfService, people.lead, '/compute/ssh-keys');
  const other = await open();
  const sockets: string[] = [];
  other.on('websocket', (socket) => {
    sockets.push('open');
    socket.on('close', () => sockets.push('closed'));
  });
  const logins = loginsOf(other);
  await signIn(other, wire.origin, people.lead, '/compute/ssh-keys');
  await expect.poll(() => logins.length).toBeGreaterThan(0);
  // Its connection is lost and does not come back before its session has ended.
  const backAgain = wire.hold(/^GET \/ws/);
  wire.cut();
  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sessions' }).click();
  await expect(page).toHaveURL(/\/account\/sessions$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
  const list = page.getByRole('main');
  await expect(list.getByText('This session')).toHaveCount(1);
  await list
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'End session' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await list.getByRole('button', { name: 'End all other sessions' }).click();
  await question.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(list.getByText('You have no other sessions.')).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible();

  const attempts = () => wire.asked.filter((name) => name.startsWith('GET /ws')).length;
  backAgain();
  await expect(other).toHaveURL(/\/login\//);
  await expect(other.getByText(/^Your session has expired or was ended elsewhere/)).toBeVisible();
  expect(sockets.at(-1)).not.toBe('open');
  const tried = attempts();
  await page.getByRole('link', { name: 'Gantry: Start page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(attempts()).toBe(tried);
});

test('a reload finds out that somebody has been shut out, and says so until the access is given back; with access that page leads to the start [session.startup-access-check, session.access-disabled-off, route.access-disabled.redirect]', async ({
  as,
  people,
  wire,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const page = await as(people.member, { wire, path: '/access-disabled' });
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goto(`${wire.origin}/compute/ssh-keys`);
  await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible();
  const givenBack = wire.fail(/^GET \/api\/v2\/accounts\/whoami/, 403);
  await page.reload();
  await expect(page).toHaveURL(/\/access-disabled$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access disabled');
  await expect(page.getByText('An administrator has disabled your user.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access disabled');
  givenBack();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page).not.toHaveURL(/\/access-disabled$/);
});

test('rights in the documented format count; damaged ones are logged and grant nothing, and the console stands [choice.meta-format]', async ({
  as,
  people,
  complaints,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SSH keys');
  complaints.expect(/metadata of rights is damaged/);
  const META = '**/api/v2/meta';
  await page.route(META, (route) => route.fulfill({ json: { data: { compute_ssh_keys: 'GET' }, capabilities: 7 } }));
  await page.reload();
  await expect(page).toHaveURL(/\/error403$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You do not have access to this page');
  await page.unroute(META);
  await page.goto(new URL('/compute/ssh-keys', page.url()).href);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SSH keys');
});
