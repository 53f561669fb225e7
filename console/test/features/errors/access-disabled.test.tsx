import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { SIGNED_OUT, sessionStore } from '../../../src/app/session/state.ts';
import { Page } from '../../../src/features/errors/access-disabled.tsx';
import de from '../../../src/features/errors/texts/de.json';
import ja from '../../../src/features/errors/texts/ja.json';
import { pageText, renderPage } from '../../support/render.tsx';

afterEach(() => i18next.changeLanguage('en'));

it.each([
  ['en', 'user', 'Access disabled. An administrator has disabled your user.'],
  ['en', 'project', 'Access disabled. None of your projects is enabled.'],
  ['de', 'user', 'Zugang gesperrt. Ein Administrator hat Ihren Benutzer deaktiviert.'],
  ['de', 'project', 'Zugang gesperrt. Keines Ihrer Projekte ist aktiviert.'],
  ['ja', 'user', 'アクセスが無効です。管理者があなたのユーザーを無効にしました。'],
  ['ja', 'project', 'アクセスが無効です。有効なプロジェクトがありません。'],
] as const)('access disabled is told in %s at the level of the %s [choice.access-disabled-wording]', async (language, level, text) => {
  i18next.addResourceBundle('de', 'errors', de);
  i18next.addResourceBundle('ja', 'errors', ja);
  await i18next.changeLanguage(language);
  sessionStore.set({ ...SIGNED_OUT, accessDisabled: level });
  await renderPage(Page);
  expect(pageText()).toContain(text);
});
