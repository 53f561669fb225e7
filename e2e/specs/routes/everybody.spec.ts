/** Pages that show without a session, and whether all pages of the console are named in one of these files. */
import { expect, test } from '../../support/fixtures.ts';
import { chooseAtSignIn, expectTranslated, LANGUAGES } from '../../support/languages.ts';
import { NAMED, OF_EVERYBODY, readPaths, titleOf } from '../../support/routes.ts';
import { to } from '../../support/to.ts';

/** They show only while the service is being reconfigured (errors.spec.ts), and to whom access is disabled (access-disabled.spec.ts). */
const ELSEWHERE = ['/service-unavailable', '/access-disabled'];

test('each page for everybody has its title in nine languages [choice.page-titles]', async ({ visit }) => {
  const titles = new Map<string, string[]>(Object.keys(OF_EVERYBODY).map((path) => [path, []]));
  const page = await visit('/login');
  for (const language of LANGUAGES) {
    await to(page, '/login');
    await chooseAtSignIn(page, language);
    for (const [path, title] of Object.entries(OF_EVERYBODY)) {
      await to(page, path);
      if (language === 'en') await expect(page).toHaveTitle(`${title} - Gantry`);
      titles.get(path)?.push(await titleOf(page));
    }
  }
  for (const [path, said] of titles) expectTranslated(path, said);
});

test('no page without parameters lacks a test of its title [choice.page-titles]', async ({ stay, people }) => {
  const page = await stay(people.admin);
  await to(page, '/users');
  const known = new Set(await readPaths(page));
  expect([...known].toSorted()).toEqual([...NAMED, ...ELSEWHERE].toSorted());
});
