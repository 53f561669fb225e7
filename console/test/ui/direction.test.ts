import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startLanguages } from '../../src/app/i18n/languages.ts';
import { AS_IT_IS, isolated } from '../../src/ui/direction.ts';
import { listFormat } from '../../src/ui/format.ts';

it('a Latin value in an Arabic sentence is set apart from it, what has no letters or begins from right to left itself is not', () => {
  expect(isolated('web-1', 'ar')).toBe('\u2068web-1\u2069');
  expect(isolated(' (web-1, …)', 'ar')).toBe(' \u2068(web-1, …)\u2069');
  for (const value of ['12', '10.0.0.5', 'خادم', 'مفتاح SSH', '']) expect(isolated(value, 'ar')).toBe(value);
  for (const locale of ['en', 'ja', 'zh']) expect(isolated('web-1', locale)).toBe('web-1');
});

it('each name of an Arabic list is set apart', () => {
  expect(listFormat('ar').format(['web-1', 'web-2'])).toBe('\u2068web-1\u2069 و\u2068web-2\u2069');
  expect(listFormat('en').format(['web-1', 'web-2'])).toBe('web-1 and web-2');
});

it('sentences set their values apart by themselves, but not where they become a name that is sent', async () => {
  const texts = { gone: '{{name}} / {{count}}.' };
  const files = Object.fromEntries(['en', 'ar'].map((language) => [`/${language}.json`, () => Promise.resolve(texts)]));
  await startLanguages({ shell: files });
  const say = (more = {}) => i18next.t('gone' as 'language.failed', { name: '<web-1>', count: 3, ...more });
  await i18next.changeLanguage('en');
  expect(say()).toBe('<web-1> / 3.');
  await i18next.changeLanguage('ar');
  expect(say()).toBe('\u2068<web-1>\u2069 / 3.');
  expect(say(AS_IT_IS)).toBe('<web-1> / 3.');
  expect(say()).toBe('\u2068<web-1>\u2069 / 3.');
});
