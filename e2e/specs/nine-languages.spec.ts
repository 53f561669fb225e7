/** What is said in nine languages that no page shows by itself: titles of the browser's tab, and what is wrong with a field. */
import type { Page } from '@playwright/test';
import { readNamespaces } from '../../tools/check/languages/catalog.ts';
import { expect, test } from '../support/fixtures.ts';

/** Every key of the console's texts, as it would show where its text is missing. */
const KEYS = new Set(
  readNamespaces().flatMap(({ languages }) => [...(languages.get('en')?.keys() ?? [])].filter((key) => key.includes('.'))),
);
const LANGUAGES = ['ar', 'de', 'en', 'es', 'ja', 'pt', 'ru', 'tr', 'zh'];

/** What the page says in each language: goes through all of them and ends where it began. */
async function inEach(page: Page, read: () => Promise<string[]>): Promise<string[][]> {
  const html = page.locator('html');
  const said = new Map<string, string[]>();
  for (const _language of LANGUAGES) {
    const before = await html.getAttribute('lang');
    said.set(before ?? '', await read());
    await page.keyboard.press('Control+l');
    await expect(html).not.toHaveAttribute('lang', before ?? '');
  }
  expect([...said.keys()].toSorted()).toEqual(LANGUAGES);
  return [...said.values()];
}

/** None is a key, and each is said in another way in nearly every language: some take a word from another one. */
function expectTranslated(of: string, said: readonly string[]): void {
  expect([of, said.filter((text) => text === '' || KEYS.has(text.replace(/^\w+:(?=\w)/, '')))]).toEqual([of, []]);
  expect(new Set(said).size, `${of}: ${said.join(', ')}`).toBeGreaterThanOrEqual(6);
}

const OF_TENANTS = [
  '/monitoring',
  '/compute/instances',
  '/compute/instances/add',
  '/compute/volumes',
  '/compute/volumes/add',
  '/compute/volume-snapshots',
  '/compute/volume-snapshots/add',
  '/compute/images',
  '/compute/images/add',
  '/compute/networks',
  '/compute/networks/add',
  '/compute/routers',
  '/compute/routers/add',
  '/compute/floating-ips',
  '/compute/floating-ips/add',
  '/compute/security-groups',
  '/compute/security-groups/add',
  '/compute/ssh-keys',
  '/compute/ssh-keys/add',
  '/compute/flavors',
  '/s3-storage/buckets',
  '/s3-storage/access',
  '/s3-storage/access/create-key',
  '/tasks',
];
/** Without the shell, and so without its keys. */
const OF_EVERYBODY = [
  '/login',
  '/error',
  '/error403',
  '/error404',
  '/error500',
  '/error503',
  '/error-service-disabled',
  '/no-service',
  '/access-disabled',
];
const OF_ADMINISTRATORS = [
  '/compute/flavors/add',
  '/monitoring/audit-log',
  '/projects',
  '/projects/add',
  '/storage-services/s3/users',
  '/users',
  '/users/add',
];

const titleOf = async (page: Page): Promise<string> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page).toHaveTitle(/ - Gantry$/);
  return (await page.title()).replace(/ - Gantry$/, '');
};

test('the title of each page is said in nine languages [choice.page-titles]', async ({ as, people, product, visit }) => {
  const stranger = await visit('/login');
  for (const path of OF_EVERYBODY) {
    const titles: string[] = [];
    for (const language of LANGUAGES) {
      await stranger.goto(`${product.selfService}${path}?locale=${language}`);
      titles.push(await titleOf(stranger));
    }
    expectTranslated(path, titles);
  }
  for (const [person, paths] of [
    [people.member, OF_TENANTS],
    [people.admin, OF_ADMINISTRATORS],
  ] as const) {
    const page = await as(person, { path: '/tasks' });
    const { origin } = new URL(page.url());
    for (const path of paths) {
      await page.goto(origin + path);
      await titleOf(page);
      expectTranslated(path, (await inEach(page, async () => [await titleOf(page)])).flat());
    }
  }
});

test('what is wrong with a field is a sentence that says what is allowed, in nine languages [choice.validation-messages]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys/add' });
  const { origin } = new URL(page.url());
  const texts = () => page.locator('[data-field-error] [id$=-help]').allTextContents();
  for (const [path, submit, fill] of [
    ['/compute/ssh-keys/add', 'Add', { Name: 'a/b', 'Public key': 'nonsense' }],
    ['/compute/volumes/add', 'Create', { Name: '', Size: '0' }],
    ['/compute/networks/add/ipv4', 'Next', { CIDR: '10.0.0.0/99' }],
  ] as const) {
    await page.goto(origin + path);
    for (const [name, text] of Object.entries(fill))
      await page.getByRole('textbox', { name, exact: true }).or(page.getByRole('spinbutton', { name })).first().fill(text);
    await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click();
    let before: string[] = [];
    const said = await inEach(page, async () => {
      await expect.poll(texts).not.toEqual(before);
      return (before = await texts());
    });
    expect(before.length).toBeGreaterThan(0);
    expect(new Set(said.map(({ length }) => length)).size).toBe(1);
    for (let field = 0; field < before.length; field += 1) {
      const sentences = said.map((one) => one[field] ?? '');
      expectTranslated(`${path} ${field}`, sentences);
      for (const sentence of sentences) expect(sentence).toMatch(/[.。।؟!]$/);
    }
  }
});
