import i18next from 'i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { SIGNED_OUT, sessionStore } from '../../../src/app/session/state.ts';
import { Page } from '../../../src/features/errors/access-disabled.tsx';
import de from '../../../src/features/errors/texts/de.json';
import ja from '../../../src/features/errors/texts/ja.json';
import { fakeServer } from '../../app/fake-server.ts';
import { freshTab } from '../../app/session/harness.ts';
import { answers, person, project } from '../../app/session/people.ts';
import { pageText, renderPage, settle } from '../../support/render.tsx';

afterEach(async () => {
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

it.each([
  ['en', 'user', 'An administrator has disabled your user.'],
  ['en', 'project', 'None of your projects is enabled.'],
  ['de', 'user', 'Ein Administrator hat Ihren Benutzer deaktiviert.'],
  ['de', 'project', 'Keines Ihrer Projekte ist aktiviert.'],
  ['ja', 'user', '管理者があなたのユーザーを無効にしました。'],
  ['ja', 'project', '有効なプロジェクトがありません。'],
] as const)('access disabled is told in %s at the level of the %s [choice.access-disabled-wording]', async (language, level, text) => {
  i18next.addResourceBundle('de', 'errors', de);
  i18next.addResourceBundle('ja', 'errors', ja);
  await i18next.changeLanguage(language);
  sessionStore.set({ ...SIGNED_OUT, accessDisabled: level });
  await renderPage(Page);
  expect(pageText()).toContain(text);
});

/** Opens the page by its address; the check is answered when the test says so. */
async function openedBy(projects: Parameters<typeof answers>[0]) {
  freshTab();
  sessionStore.set({ ...SIGNED_OUT, currentUser: person(), token: 'session-1' });
  const answered = Promise.withResolvers<void>();
  fakeServer(async (sent) => {
    await answered.promise;
    return answers(projects)(sent);
  });
  const router = await renderPage(Page);
  return { router, answer: answered.resolve };
}

it('the page of disabled access stays when opened by its address, before and after the check says that access is disabled', async () => {
  const { router, answer } = await openedBy({ projects: [project('p1', { enabled: false })] });
  expect(router.state.location.pathname).toBe('/page');
  answer();
  await settle(20);
  expect(router.state.location.pathname).toBe('/page');
  expect(pageText()).toContain('None of your projects is enabled.');
});

it('the page of disabled access, opened by its address, leads to the start once the check says that there is access', async () => {
  const { router, answer } = await openedBy({ projects: [project('p1')] });
  expect(router.state.location.pathname).toBe('/page');
  answer();
  await settle(20);
  expect(router.state.location.pathname).toBe('/');
});
