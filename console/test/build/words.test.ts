// @vitest-environment node
import { LOCALES } from '@gantry/contract/constants';
import { describe, expect, it } from 'vitest';
import { readNamespaces } from '../../../tools/check/languages/catalog.ts';

/** What else a language has for it. Health, which has its own word, may have one of these. */
const OTHERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  de: ['Zustand', 'Stand'],
  en: ['State', 'Condition'],
  es: ['Situación'],
  ja: ['ステータス', 'ステート'],
  pt: ['Estado', 'Situação'],
  ru: ['Состояние', 'Положение'],
  zh: ['情况', '状况'],
};

const namespaces = readNamespaces();

describe.each(LOCALES)('in %s', (locale) => {
  const texts = namespaces.flatMap(({ name, languages }) =>
    [...(languages.get(locale) ?? [])].map(([key, text]) => ({ key: `${name}:${key}`, text })),
  );
  const word = texts.find(({ key }) => key === 'resource:field.status')?.text;

  it(`the status of an object has one name in lists, filters and properties (${locale})`, () => {
    expect(word).toBeTruthy();
    const named = texts.filter(({ key }) => key.endsWith(':field.status') && !key.startsWith('audit-log:'));
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter(({ text }) => text !== word)).toEqual([]);
    const others = texts.filter(({ key, text }) => !/[:.]health\b/.test(key) && OTHERS[locale]?.includes(text));
    expect(others).toEqual([]);
  });
});

describe('English texts', () => {
  const english = namespaces.flatMap(({ name, languages }) =>
    [...(languages.get('en') ?? [])].map(([key, text]) => ({ key: `${name}:${key}`, text })),
  );
  const plain = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '');
  const withWord = (word: RegExp) => english.filter(({ text }) => word.test(plain(text))).map(({ key, text }) => `${key} ${text}`);

  it('texts call a virtual machine by no other name', () => {
    const ours = /^(?:shell:errors|errors:|ui:stop|problem-reports:|resource:reasons\.report_|networks:(?:field|subnet)\.dns)/;
    const servers = withWord(/\bservers?\b/i).filter((text) => !ours.test(text) && !text.includes('a physical server'));
    expect(servers).toEqual([]);
    // Load balancers consist of instances, which is what Octavia calls them.
    const instances = withWord(/\binstances?\b/i).filter(
      (text) => !/^load-balancers:|^resource:reasons\.node_has_load_balancers_/.test(text),
    );
    expect(instances).toEqual([]);
  });
});
