import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, choose, row, table } from '../support/servers.ts';

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });
const centre = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' });
const popUps = (page: Page): Locator => page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem');
const running = (page: Page): Locator => centre(page).getByRole('list', { name: 'In progress' });
const so = (page: Page): Locator => centre(page).getByRole('list', { name: 'Recent notifications' });
const lines = (list: Locator): Locator => list.locator('> li');

/** An address that shows without the shell, for what comes before a page hears of tasks. */
const NOWHERE = '/void';

/** Loads a page, the same where none is said, with what `put` has stored, and waits until it hears of new tasks. */
async function anew(page: Page, path?: string): Promise<void> {
  const read = page.waitForResponse((answer) => /\/api\/v2\/tasks\?.*limit=50/.test(answer.url()));
  await (path === undefined ? page.reload() : page.goto(new URL(path, page.url()).href));
  await read;
  await expect(bell(page)).toBeVisible();
}

/** Watches the pop-ups of a page from now on. What it answers tells the texts of all that were there, however short. */
async function everPopped(page: Page): Promise<() => Promise<string>> {
  const texts = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = () => seen.push(document.querySelector('.gantry-notices')?.textContent ?? '');
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    return seen;
  });
  return async () => (await texts.jsonValue()).join('\n');
}

interface Put {
  type: 'success' | 'error' | 'warning' | 'info' | 'progress';
  title: string;
  message?: string;
}

/** Puts notifications into what this browser keeps, the first on top. */
const put = (page: Page, entries: readonly Put[]): Promise<void> =>
  page.evaluate((given) => {
    const { id: user } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string };
    const usual = { isSeen: false, preventReload: false, progress: null, duration: 3000, showClose: true, showBottom: true };
    const nothing = { actions: [], components: [], operationId: null, inProgressItems: [], task: null };
    const items = given.map(({ type, title, message = 'Done' }, index) => {
      const timestamp = new Date(Date.now() - index * 60_000).toISOString();
      return { ...usual, ...nothing, id: `put-${index}`, type, title, message, timestamp };
    });
    localStorage.setItem(`notifications:${user}`, JSON.stringify({ version: 1, items }));
  }, entries);

test('what is begun is told at the bottom of any page, three at once, and in the centre, which a reload and another tab agree with [dialog.bottom-notifications, notif.max-bottom, notif.stack-gap, notif.seen-on-open, screen.notifications]', async ({
  as,
  people,
  api,
}) => {
  const page = await as(people.member, { path: NOWHERE });
  await anew(page, '/compute/ssh-keys');
  const stem = `told-${Date.now()}`;
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => api.createServer(`${stem}-${name}`)));
  await expect(popUps(page)).toHaveCount(3);
  await expect(popUps(page).first()).toContainText('Create virtual machine');
  const gap = () =>
    popUps(page).evaluateAll(([first, second]) =>
      first && second ? Math.round(second.getBoundingClientRect().top - first.getBoundingClientRect().bottom) : undefined,
    );
  // A notice whose task goes on is replaced by its next version, also while it is measured.
  await expect.poll(gap).toBe(16);
  await expect(bell(page)).toHaveAccessibleName(/^Notifications: [1-9]\d* new/);
  await bell(page).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(popUps(page)).toHaveCount(0);
  for (const name of ['a', 'e']) await expect(so(page)).toContainText(`Create virtual machine: ${stem}-${name}`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(centre(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await anew(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const tab of [page, other]) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications');
    await bell(tab).click();
    // Others of this user may be told of their own meanwhile.
    await expect(lines(so(tab)).filter({ hasText: stem })).toHaveCount(5);
  }
  await so(page)
    .getByRole('link', { name: `${stem}-a` })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${stem}-a`);
  await expect(centre(page)).toBeHidden();
  await bell(page).click();
  await centre(page).getByRole('button', { name: 'Clear all' }).click();
  for (const tab of [page, other]) await expect(centre(tab).getByText(stem)).toHaveCount(0);
  const admin = await as(people.admin);
  await bell(admin).click();
  await expect(centre(admin)).toBeVisible();
  await expect(centre(admin).getByText(stem)).toHaveCount(0);
});

test('a task in progress stands above all others with its objects, and turns into its result with the whole of its error [notif.in-progress-block, notif.progress-items, socket.tasks-feed-notifications, notif.dnd-hides-bell]', async ({
  as,
  people,
  api,
}) => {
  const stem = `slow-${Date.now()}`;
  await api.createServer(`${stem}-good`);
  await api.createServer(`${stem}-stuck`, { metadata: { 'gantry.fault': 'stop:stuck' } });
  await api.createServer(`${stem}-bad`, { metadata: { 'gantry.fault': 'start' } });
  const page = await as(people.member, { path: `/compute/instances?name=${stem}` });
  for (const name of ['good', 'stuck', 'bad']) await expect(row(page, `${stem}-${name}`)).toContainText('Running');
  await anew(page);
  for (const name of ['good', 'stuck']) await row(page, `${stem}-${name}`).getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: 'Actions for the selected rows' }).getByRole('button', { name: 'Shut down' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Shut down' }).click();
  const notice = popUps(page).filter({ hasText: 'Shut down virtual machine: 2 objects' });
  await expect(notice).toBeVisible();
  await expect(row(page, `${stem}-good`)).toContainText('Stopped');
  // Another one, which ends: what is in progress stays above it.
  await act(page, `${stem}-bad`, 'Shut down');
  await expect(row(page, `${stem}-bad`)).toContainText('Stopped');
  await page
    .getByRole('button', { name: /^Notifications/ })
    .getByLabel('In progress')
    .waitFor();
  await bell(page).click();
  const task = lines(running(page));
  await expect(task).toHaveCount(1);
  await expect(task).toContainText('Shut down virtual machine: 2 objects');
  const items = task.getByRole('list', { name: 'Objects' }).getByRole('listitem');
  for (const line of [/-good\s*Done/, /-stuck\s*Running/]) await expect(items.filter({ hasText: line })).toHaveCount(1);
  for (const item of await items.all()) await expect(item.locator('.pf-v6-svg, .pf-v6-c-spinner')).toHaveCount(2);
  await expect(so(page)).toContainText(`${stem}-bad`);
  const [above, below] = [await running(page).boundingBox(), await so(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await expectAccessible(page);

  // Without a sound: the bell tells neither how many nor that something is in progress.
  await centre(page).getByRole('tab', { name: 'Notification settings' }).click();
  await centre(page).getByRole('switch', { name: 'Do not disturb' }).press(' ');
  await page.keyboard.press('Escape');
  await expect(bell(page).getByLabel('In progress')).toBeHidden();
  await act(page, `${stem}-stuck`, 'Power off');
  await choose(page, `${stem}-bad`, 'Start');
  await expect(row(page, `${stem}-stuck`)).toContainText('Stopped');
  await expect(async () => {
    const kept = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('notifications:'))?.[1] ?? '');
    expect(kept).toContain('server.start');
    expect(kept).toContain('failed');
  }).toPass();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(popUps(page)).toHaveCount(0);
  await bell(page).click();
  await expect(running(page)).toBeHidden();
  await expect(so(page)).toContainText('The cloud refused the request.');
});

test('the list of notifications is narrowed to a kind and cleared by it, and long texts are cut to three lines [notif.filter, choice.warning-filter, notif.clear-button, notif.empty-none, notif.empty-no-match]', async ({
  as,
  people,
}) => {
  // Of another project: a page that opens hears of what failed a moment before.
  const page = await as(people.stranger, { path: NOWHERE });
  await put(page, [
    { type: 'error', title: 'An error' },
    { type: 'warning', title: 'A warning' },
    { type: 'success', title: 'A success' },
  ]);
  await anew(page, '/compute/ssh-keys');
  await expect(bell(page)).toHaveAccessibleName('Notifications: 3 new, including errors');
  await bell(page).click();
  const kind = centre(page).getByRole('combobox', { name: 'Show' });
  await expect(kind.getByRole('option')).toHaveText(['All', 'Errors and warnings', 'Information', 'Successful operations']);
  await expect(lines(so(page))).toHaveCount(3);
  await expect(centre(page).getByRole('button', { name: 'Clear all' })).toBeVisible();
  await kind.selectOption('Errors and warnings');
  await expect(lines(so(page))).toHaveText([/An error/, /A warning/]);
  await kind.selectOption('Information');
  await expect(centre(page).getByRole('heading', { name: 'No matching notifications' })).toBeVisible();
  const icon = () => centre(page).locator('.pf-v6-c-empty-state__icon path').first().getAttribute('d');
  const [noMatch, ofSearch] = [
    await icon(),
    await page.getByRole('button', { name: 'Search and commands' }).locator('path').first().getAttribute('d'),
  ];
  expect(noMatch).toBe(ofSearch);
  await expectAccessible(page);
  await kind.selectOption('Errors and warnings');
  await centre(page).getByRole('button', { name: 'Clear errors and warnings' }).click();
  await kind.selectOption('All');
  await expect(lines(so(page))).toHaveText([/A success/]);
  await centre(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(centre(page).getByRole('heading', { name: 'No notifications' })).toBeVisible();
  expect(await icon()).toBe(await bell(page).locator('path').first().getAttribute('d'));
});

test('the notification centre takes nine tenths of the page but for 64 px, and shows long texts and long lists in part [notif.center-height, notif.more-less]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: NOWHERE, viewport: { width: 1280, height: 1000 } });
  const many = Array.from({ length: 3000 }, (_, index): Put => ({ type: 'success', title: `Number ${index}` }));
  await put(page, [
    { type: 'error', title: 'Long text', message: 'one\ntwo\nthree\nfour\nfive' },
    { type: 'error', title: 'Short text', message: 'one\ntwo' },
    ...many,
  ]);
  await anew(page, '/compute/ssh-keys');
  await bell(page).click();
  expect((await centre(page).boundingBox())?.height).toBe(836);
  const [five, two] = [lines(so(page)).filter({ hasText: 'Long text' }), lines(so(page)).filter({ hasText: 'Short text' })];
  await expect(two.getByRole('button', { name: 'More' })).toBeHidden();
  const height = async () => (await five.getByText('one').boundingBox())?.height ?? 0;
  const cut = await height();
  await five.getByRole('button', { name: 'More' }).click();
  expect(await height()).toBeGreaterThan(cut);
  await five.getByRole('button', { name: 'Less' }).click();
  expect(await height()).toBe(cut);
  await expect(lines(so(page))).toHaveCount(30);
  await centre(page).getByRole('button', { name: 'Show more' }).click();
  await expect(lines(so(page))).toHaveCount(60);

  // What has come since stays in sight, however much is under way.
  await put(page, [
    { type: 'info', title: 'Not far down' },
    ...Array.from({ length: 7 }, (_, index): Put => ({ type: 'progress', title: `Under way ${index}` })),
  ]);
  await anew(page);
  await bell(page).click();
  await expect(lines(running(page))).toHaveCount(5);
  await expect(lines(so(page))).toHaveText([/Not far down/]);
  await centre(page).getByRole('button', { name: 'Show more' }).click();
  await expect(lines(running(page))).toHaveCount(7);
  await centre(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(centre(page).getByRole('tab', { selected: true })).toBeFocused();
  await expect(centre(page).getByRole('combobox', { name: 'Show' })).toBeHidden();
});

test('tasks have a tab of their own in the notification centre where that feature is on, with a count and without the filter [notif.popover-tabs, notif.tasks-tab-flag, notif.tasks-tab-count, notif.filter-hidden-on-tasks]', async ({
  as,
  people,
  api,
}) => {
  const page = await as(people.member, { path: NOWHERE });
  await anew(page, '/compute/ssh-keys');
  await bell(page).click();
  await expect(centre(page).getByRole('tab')).toHaveText(['Notifications', '']);
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.setItem('features', '{"tasks-notifications": true}'));
  await put(page, [{ type: 'info', title: 'No task' }]);
  await anew(page);
  const stem = `tab-${Date.now()}`;
  for (const name of ['a', 'b', 'c']) await api.createServer(`${stem}-${name}`);
  await bell(page).click();
  await expect(centre(page).getByRole('tab')).toHaveText(['Notifications', 'Tasks (3)', '']);
  await expect(lines(so(page))).toHaveText([/No task/]);
  await expect(centre(page).getByRole('combobox', { name: 'Show' })).toBeVisible();
  await centre(page).getByRole('tab', { name: 'Tasks (3)' }).click();
  // What has ended is what a filter would be for.
  await expect(lines(so(page))).toHaveCount(3);
  await expect(centre(page).getByRole('combobox', { name: 'Show' })).toBeHidden();
  for (const name of ['a', 'b', 'c']) await expect(centre(page)).toContainText(`${stem}-${name}`);
  await expect(centre(page)).not.toContainText('No task');
  await expectAccessible(page);
  await page.evaluate(() => localStorage.setItem('features', '{}'));
  await anew(page);
  await bell(page).click();
  await expect(centre(page).getByRole('tab')).toHaveText(['Notifications', '']);
});

test('the notification settings turn pop-ups off and on again, and the banner ends do not disturb [notif.config-tab, notif.dnd-banner, notif.mute-global]', async ({
  as,
  people,
  api,
}) => {
  const page = await as(people.member, { path: NOWHERE });
  await anew(page, '/compute/ssh-keys');
  const stem = `muted-${Date.now()}`;
  const settings = async () => {
    await bell(page).click();
    await centre(page).getByRole('tab', { name: 'Notification settings' }).click();
  };
  // What pops up is a part of the page that comes with the first one.
  await api.createServer(`${stem}-before`);
  await expect(popUps(page).first()).toContainText(`${stem}-before`);
  await settings();
  const cog = centre(page).getByRole('tab', { name: 'Notification settings' }).locator('svg path').first();
  await expect(cog).toHaveAttribute('d', /^M487\.4 315\.7l-42\.6-24\.6c4\.3-23\.2/);
  await expect(centre(page).getByRole('switch', { name: 'Do not disturb' })).not.toBeChecked();
  await expectAccessible(page);
  await centre(page).getByRole('switch', { name: 'Show pop-ups' }).press(' ');
  await page.keyboard.press('Escape');
  const popped = await everPopped(page);
  await api.createServer(`${stem}-quiet`);
  await expect(bell(page)).toHaveAccessibleName(/^Notifications: \d+ new/);
  const ended = (name: string) =>
    page.evaluate((said) => {
      const kept = Object.entries(localStorage).find(([key]) => key.startsWith('notifications:'))?.[1];
      const { items } = JSON.parse(kept ?? '{"items":[]}') as { items: { type: string; title: string }[] };
      return items.some(({ type, title }) => type === 'success' && title.includes(said));
    }, name);
  await expect.poll(() => ended(`${stem}-quiet`)).toBe(true);
  await settings();
  await centre(page).getByRole('switch', { name: 'Show pop-ups' }).press(' ');
  await centre(page).getByRole('switch', { name: 'Do not disturb' }).press(' ');
  await centre(page).getByRole('tab', { name: 'Notifications', exact: true }).click();
  await expect(centre(page).getByText('Do not disturb is on. No pop-ups are shown.')).toBeVisible();
  await centre(page).getByRole('button', { name: 'Turn notifications on again' }).click();
  await expect(centre(page).getByText('Do not disturb is on. No pop-ups are shown.')).toBeHidden();
  await page.keyboard.press('Escape');
  await api.createServer(`${stem}-loud`);
  await expect(
    popUps(page)
      .filter({ hasText: `${stem}-loud` })
      .first(),
  ).toBeVisible();
  await expect.poll(popped).toContain(`${stem}-loud`);
  expect(await popped()).not.toContain(`${stem}-quiet`);
});

test(
  'the notification centre fits a phone and can be read, in the dark and from right to left',
  { tag: '@full' },
  async ({ as, people, api }) => {
    const page = await as(people.member, { viewport: { width: 390, height: 800 }, colorScheme: 'dark', locale: 'ar' });
    await expect(table(page).or(page.getByRole('grid')).first()).toBeVisible();
    await page.getByRole('button', { name: 'الإشعارات' }).click();
    const open = page.getByRole('dialog', { name: 'الإشعارات' });
    await expect(open.getByText('لا توجد إشعارات')).toBeVisible();
    const box = await open.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    await open.getByRole('tab').last().click();
    await expect(open.getByRole('switch')).toHaveCount(8);
    await expectAccessible(page);
    await open.getByRole('tab').first().click();
    const name = `yamin-${Date.now()}`;
    await api.createServer(name);
    // A Latin name is set apart, so that the signs around it stay where the Arabic sentence has them.
    await expect(open.getByRole('list').last()).toContainText(`: \u2068${name}\u2069`);
  },
);

const looks = [
  { look: 'en', options: {} },
  { look: 'en-dark-phone', options: { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } },
  { look: 'ar', options: { locale: 'ar' } },
  { look: 'ar-dark-phone', options: { viewport: { width: 390, height: 800 }, colorScheme: 'dark', locale: 'ar' } },
] as const;
for (const { look, options } of looks)
  test(
    `the notification centre is good to look at with none, three and three thousand notifications (${look})`,
    { tag: '@full' },
    async ({ as, people }) => {
      const page = await as(people.member, { path: '/compute/ssh-keys', ...options });
      const button = page.getByRole('button', { name: /^(Notifications|(ال)?إشعارات)/ });
      const open = page.getByRole('dialog', { name: /^(Notifications|(ال)?إشعارات)/ });
      await expect(button).toBeVisible();
      const types = ['error', 'success', 'warning', 'info'] as const;
      for (const count of [0, 3, 3000]) {
        const entry = (index: number): Put => ({
          type: types[index % types.length] ?? 'info',
          title: `Shut down virtual machine: web-${index}`,
          message: index === 0 ? 'The cloud refused the request.\nNo valid host was found.\nThe node is full.\nRequest req-7' : 'Done',
        });
        await put(
          page,
          Array.from({ length: count }, (_, index) => entry(index)),
        );
        await page.reload();
        await button.click();
        await expect(open.getByRole('listitem')).toHaveCount(Math.min(count, 30));
        const box = await open.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
        await expectAccessible(page);
      }
    },
  );
