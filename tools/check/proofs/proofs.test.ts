import { describe, expect, it } from 'vitest';
import { groupsOf, proofFaults, titleFaults } from './proofs.ts';

/** A module of tests, as it is written. */
const module = (...lines: string[]): string => lines.join('\n');
const head = [
  "import { expect, it } from 'vitest';",
  "import { LOCALES, PAGE_SIZE, type Locale } from '@gantry/contract/constants';",
  "import { nouns } from '@gantry/contract';",
];
const faults = (...lines: string[]) => proofFaults('server/test/a.test.ts', module(...head, ...lines));

describe('a title', () => {
  it.each([
    ['names one [const.a]', true, ['const.a']],
    ['names two [api.a, shell.b-c]', true, ['api.a', 'shell.b-c']],
    ['has other brackets [in it] and ends with one [api.a]', true, ['api.a']],
    ['has two groups [api.a] [api.b]', false, ['api.a', 'api.b']],
    ['has its group in the middle [api.a] of it', false, ['api.a']],
    ['names what a value says [const.a-$type]', true, ['const.a-$type']],
    ['names nothing', true, []],
  ])('the ids of the title %j are read', (title, isOne, ids) => {
    expect(groupsOf(title)).toEqual({ ids, isOne });
  });
});

describe('the checks of proofs', () => {
  it.each([
    ['a second group', "it('sends both [request.xhr-header] [request.json]', () => { expect(1).toBe(1); });", 'one group'],
    ['an empty test', "it('pages [const.page-size]', () => {});", 'asserts nothing'],
    ['a test that only acts', "it('pages [request.paging]', async () => { await list(); });", 'asserts nothing'],
    ['an expected constant', "it('pages [const.page-size]', () => { expect(size()).toBe(PAGE_SIZE); });", 'expects PAGE_SIZE'],
    ['one in an object', "it('pages [api.images]', () => { expect(a).toEqual({ limit: PAGE_SIZE }); });", 'expects PAGE_SIZE'],
    ['one that is negated', "it('pages [api.images]', () => { expect(a).not.toBe(PAGE_SIZE); });", 'expects PAGE_SIZE'],
    ['one that is awaited', "it('pages [api.images]', async () => { await expect(a).resolves.toBe(PAGE_SIZE); });", 'expects PAGE_SIZE'],
    [
      'one by another name',
      "const all = [...LOCALES].toSorted();\nit('has nine [api.locales]', () => { expect(a).toEqual(all); });",
      'expects all',
    ],
    ['a member of one', "it('asks [api.images]', () => { expect(a).toBe(nouns.images.calls.list.path); });", 'expects nouns'],
    ['one of each', "it('asks [api.images]', () => { for (const one of LOCALES) expect(a).toBe(one); });", 'expects one'],
    ['an id that is a value', 'for (const id of ids) it(`asks [${id}]`, () => { expect(a).toBe(PAGE_SIZE); });', 'expects PAGE_SIZE'],
    ['a title made elsewhere', "const proves = '[api.images]';\nit(`asks ${proves}`, () => { expect(a).toBe(1); });", 'outside of a test'],
  ])('the check of proofs refuses %s', (_, text, fault) => {
    expect(faults(text)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['a value that is written down', "it('pages [const.page-size]', () => { expect(PAGE_SIZE).toBe(20); });"],
    [
      'what the product has answered',
      "it('asks [api.images]', async () => { const a = await ask(nouns.images.calls.list); expect(b).toBe(a); });",
    ],
    ['other requirements', "it('has nine [lang.fields]', () => { expect(a).toEqual(LOCALES); });"],
    ['types', "it('has nine [api.locales]', () => { expect(a).toBe('en' as Locale); });"],
    ['a helper that asserts', "const check = () => { expect(1).toBe(1); };\nit('pages [request.paging]', () => check());"],
    ['tests that name nothing', "it('does something', () => {});"],
  ])('the check of proofs lets %s pass', (_, text) => {
    expect(faults(text)).toEqual([]);
  });

  it('the check of proofs finds an assertion in an imported helper, and none in a helper without one', () => {
    const text = module("import { refuses } from './help.ts';", "it('refuses [request.paging]', () => refuses());");
    const read = (source: string) => (path: string) => (path === './help.ts' ? source : undefined);
    expect(proofFaults('e2e/specs/a.spec.ts', text, read('export const refuses = () => expect(1).toBe(1);'))).toEqual([]);
    expect(proofFaults('e2e/specs/a.spec.ts', text, read('export const refuses = () => 1;'))).toHaveLength(1);
  });
});

describe('the check of titles', () => {
  const faultsOf = (text: string) => titleFaults('lab/a.test.ts', text);

  it.each([
    ['an unknown id at the end of a title', "it('does it [made.up]', run);", 'made.up is no requirement'],
    ['a word in brackets at the end of a title', 'test(`takes [anything]`, run);', 'anything is no requirement'],
    ['an unknown id beside a known one', "it('does it [const.page-size, made.up]', run);", 'made.up is no requirement'],
    [
      'a row that ends a title in an unknown id',
      "it.each([['a', 'b [made.up]'], ['c', 'd']])('%s reads %s', run);",
      'made.up is no requirement',
    ],
    ['a row of one value that does', "it.each(['b [made.up]', 'c'])('reads %s', run);", 'made.up is no requirement'],
  ])('the check of titles refuses %s', (_, text, fault) => {
    expect(faultsOf(text)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['a known id', "it('does it [const.page-size]', run);"],
    ['brackets within a title', "it('does [made.up] things', run);"],
    ['a row that is not at the end', "it.each([['b [made.up]', 'c']])('%s is read as %s', run);"],
    ['an id that is a value', 'it(`does it [${id}]`, run);'],
    ['what is no title', "read('does it [made.up]');"],
  ])('the check of titles lets %s pass', (_, text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
