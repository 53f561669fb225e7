import { calls } from '@gantry/contract';
import { LOCALES } from '@gantry/contract/constants';
import type { Call, Does } from '@gantry/contract/wire/call';
import { describe, expect, it } from 'vitest';
import { callsWithoutObject, callsWithoutWords } from './activities.ts';
import { flatten, strayFiles, type Namespace } from './catalog.ts';
import { codesWithoutText, neededKeys } from './codes.ts';
import { incompleteTexts } from './complete.ts';
import { literalsOf, unusedKeys } from './usage.ts';

const english = { title: 'Servers', count_one: '{{count}} server', count_other: '{{count}} servers', gone: 'Gone: {{name}}' };

/** Forms of `count` in every language that needs them, as its plural rules say. */
const formsOf = (locale: string): Record<string, string> =>
  Object.fromEntries(new Intl.PluralRules(locale).resolvedOptions().pluralCategories.map((form) => [`count_${form}`, `{{count}} x`]));

function namespace(change: Readonly<Record<string, Record<string, string> | undefined>> = {}): Namespace {
  const texts = Object.fromEntries(
    LOCALES.map((locale) => [locale, locale === 'en' ? english : { title: 'Y', gone: 'Z {{name}}', ...formsOf(locale) }]),
  );
  const entries = Object.entries({ ...texts, ...change }).filter(
    (entry): entry is [string, Record<string, string>] => entry[1] !== undefined,
  );
  return { name: 'servers', folder: 'f', languages: new Map(entries.map(([locale, tree]) => [locale, flatten(tree, locale)])) };
}
const german = { title: 'Server', gone: 'Weg: {{name}}', ...formsOf('de') };

describe('texts', () => {
  it('texts are complete with every form that their language has', () => {
    expect(incompleteTexts(namespace())).toEqual([]);
  });

  it.each([
    ['a language is missing', { tr: undefined }, 'f/tr.json is missing'],
    ['a key is missing', { de: { gone: 'Weg: {{name}}', ...formsOf('de') } }, 'f/de.json: title is missing'],
    ['a key is too many', { de: { ...german, more: 'x' } }, 'f/de.json: more is not in en.json'],
    ['a text is empty', { de: { ...german, title: ' ' } }, 'f/de.json: title is empty'],
    ['a place is lost', { de: { ...german, gone: 'Weg' } }, 'f/de.json: gone: {{name}} does not match'],
    ['a place is strange', { de: { ...german, title: '{{no}}' } }, 'f/de.json: title: {{no}} does not match'],
    ['a plural form is missing', { ar: { ...german, ...formsOf('de') } }, 'f/ar.json: count_few is missing'],
    ['a plural form is strange', { ja: { ...german, ...formsOf('de') } }, 'f/ja.json: count_one is a form this language does not have'],
    ['a language is unknown', { xx: german }, 'f/xx.json is no language of the product'],
  ])('texts are refused when %s', (_, change, complaint) => {
    expect(incompleteTexts(namespace(change))).toContain(complaint);
  });

  it('texts are refused when a sentence was left in English', () => {
    const left = { long: 'This is a sentence.' };
    const all = Object.fromEntries(LOCALES.map((locale) => [locale, locale === 'en' ? left : { long: 'x' }]));
    expect(incompleteTexts(namespace({ ...all, es: left }))).toEqual(['f/es.json: long is still English']);
  });

  it('texts are refused that stand in another shape than a file per language', () => {
    const files = ['console/src/app/texts/de.json', 'console/src/features/volumes/texts.json', 'console/src/app/shell/shell.tsx'];
    expect(strayFiles(files)).toEqual([expect.stringMatching(/^console\/src\/features\/volumes\/texts\.json: /)]);
  });

  it('texts have to be used, with their whole key, with their namespace or through a template', () => {
    const literals = (source: string) => new Set(literalsOf(source));
    expect(unusedKeys(namespace(), literals('t(\'title\'); t("servers:gone"); t(`count`)'))).toEqual([]);
    expect(unusedKeys(namespace(), literals("t('title'); t('gone')"))).toEqual(['f: count is not used']);
    const nested = { ...namespace(), languages: new Map([['en', flatten({ errors: { a: 'A', b: 'B' } }, 'en')]]) };
    expect(unusedKeys(nested, literals('t(`errors.${code}`)'))).toEqual([]);
    expect(unusedKeys(nested, literals('t(`${where}.${code}`)'))).toHaveLength(2);
  });

  it('texts exist for every code that contract and server can answer', () => {
    const needed = neededKeys([
      "return no('locked');",
      "z.string().min(1, { error: 'required' })",
      "fields: { a: [{ code: 'marker' }] }",
      "context.addIssue({ code: 'custom', path: ['a'], message: 'too_curly' });",
    ]);
    const found = ['errors.not_found', 'reasons.locked', 'fields.required', 'fields.marker', 'fields.too_curly'];
    expect([...needed]).toEqual(expect.arrayContaining(found));
    expect(needed).not.toContain('fields.custom');
    const at = (name: string, keys: readonly string[]) => ({ name, languages: new Map([['en', new Map(keys.map((key) => [key, 'x']))]]) });
    const others = [...needed].filter((key) => key !== 'reasons.locked');
    const places = [at('resource', others), at('nodes', ['reasons.locked'])];
    expect(codesWithoutText(needed, places)).toEqual(['reasons.locked has no text in en of resource']);
    expect(codesWithoutText(needed, [at('resource', [...needed])])).toEqual([]);
  });

  it('texts exist for every changing call of the audit log', () => {
    const english = (name: string, texts: object) => ({
      name,
      folder: `features/${name}`,
      languages: new Map([['en', flatten(texts, name)]]),
    });
    const call = (id: string, does: Partial<Does>, method: Call['method'] = 'POST') => ({ id, method, does: does as Does });
    const frame = english('resource', { command: { create: 'Create {{noun.one}}' } });
    const said = [
      frame,
      english('routers', { noun: { one: 'router', many: 'routers' }, command: { router: { park: 'Park router' } } }),
      english('audit-log', { activity: { 'session-login': 'Sign in' } }),
    ];
    const told = [
      call('routers.create', { by: 'command', command: 'router.create' }),
      call('routers.park', { by: 'command', command: 'router.park' }),
      call('session.login', { by: 'handle' }),
      call('routers.list', { by: 'list' }, 'GET'),
    ];
    expect(callsWithoutWords(told, said)).toEqual([]);
    const silent = [call('routers.fold', { by: 'command', command: 'router.fold' }), call('session.leave', { by: 'handle' })];
    expect(callsWithoutWords(silent, said)).toEqual([
      'routers.fold has no words in the audit log',
      'session.leave has no words in the audit log',
    ]);
  });

  it('a changing call that says nothing of what it is about is named, unless it stands on the list with a reason, and so is a reason too many', () => {
    const changing = calls.filter(({ id }) => ['routers.delete', 'routers.bulkDelete', 'routers.create', 'session.logout'].includes(id));
    expect(callsWithoutObject(changing, { 'session.logout': 'the session of who asks' })).toEqual([]);
    expect(callsWithoutObject(changing, { 'routers.delete': 'none' })).toEqual([
      'session.logout has no object in the audit log, and is not in ABOUT_THE_CALLER',
      'routers.delete is in ABOUT_THE_CALLER and has an object in the audit log',
    ]);
  });
});
