import { LOCALES } from '@gantry/contract/constants';
import { describe, expect, it } from 'vitest';
import { chooseLocale, languageCookie, readLanguageCookie, type LocaleSources } from '../../src/app/i18n/locale.ts';

const choose = (sources: Partial<LocaleSources>) =>
  chooseLocale({ browser: [], enabled: LOCALES, changeable: true, fallback: 'en', ...sources });

describe('the language', () => {
  it('the language comes from query, cookie, browser, default, in this order', () => {
    expect(choose({ query: 'de', cookie: 'fr', browser: ['ja'] })).toBe('de');
    expect(choose({ cookie: 'tr', browser: ['ja'] })).toBe('tr');
    expect(choose({ browser: ['fr-CA', 'pt-BR', 'ja'] })).toBe('pt');
    expect(choose({})).toBe('en');
  });

  it('the language is the default one where the chosen one is unknown or not enabled [i18n.unknown-fallback]', () => {
    expect(choose({ query: 'xx', browser: ['ja'], fallback: 'es' })).toBe('es');
    expect(choose({ query: 'de', enabled: ['en', 'es'], fallback: 'es' })).toBe('es');
    expect(choose({ cookie: 'de', enabled: ['en'] })).toBe('en');
  });

  it('the language does not follow the query where choosing is off', () => {
    expect(choose({ query: 'de', changeable: false })).toBe('en');
  });

  it('the language has a cookie of ten years, secure and same-site strict', () => {
    expect(languageCookie('ar')).toBe('gantry_language=ar; Path=/; Max-Age=315360000; SameSite=Strict; Secure');
    expect(readLanguageCookie('a=b; gantry_language=ar; c=d')).toBe('ar');
    expect(readLanguageCookie('xgantry_language=ar')).toBeUndefined();
  });
});
