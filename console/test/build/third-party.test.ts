import { join } from 'node:path';
import { expect, it } from 'vitest';
import { thirdParty, thirdPartyFile } from '../../build/third-party/file.ts';
import { licenceOf } from '../../build/third-party/licences.ts';

const root = join(import.meta.dirname, '../../..');
const all = thirdParty(root);
const of = (name: string) => all.find(({ title }) => title.startsWith(`${name} `));

it('everything that is shipped names its licence and has the text of it', () => {
  const short = all.filter(({ id, text }) => id === '' || text.length < 100);
  expect(short.map(({ title }) => title)).toEqual([]);
  for (const { title, text } of all) expect(text, title).toMatch(/copyright|licen[cs]e|permission/i);
});

it('the licences are those of the console, of the server and of the fonts, and not those of tools', () => {
  for (const name of ['react', '@patternfly/patternfly', 'fastify', 'pg']) expect(of(name)?.title).toMatch(/^.+ .+$/);
  for (const name of ['red-hat-text', 'inter', 'vazirmatn']) {
    expect(of(name)?.id).toBe('OFL-1.1');
    expect(of(name)?.text).toMatch(/Copyright (?:\(c\) )?[\d-]+ The \w.* Project Authors[^]*SIL OPEN FONT LICENSE Version 1\.1/i);
  }
  for (const name of ['vitest', 'typescript', 'vite', 'jsdom']) expect(of(name)).toBeUndefined();
});

it('a licence has the words of what the package has taken from others, and of those in its sources', () => {
  const text = of('@novnc/novnc')?.text ?? '';
  expect(text).toContain('Mozilla Public License');
  expect(text).toContain('Vitaly Puzrin');
  expect(text).toContain('Jef Poskanzer');
});

it('the file of licences has each text once, after our own', () => {
  const file = thirdPartyFile(root);
  expect(file.startsWith('Gantry\n')).toBe(true);
  for (const { title } of all) expect(file).toContain(title);
  expect(file.split('Vitaly Puzrin')).toHaveLength(of('@novnc/novnc')!.text.split('Vitaly Puzrin').length);
});

it('a package without the text of a rare licence is refused', () => {
  expect(() => licenceOf(join(root, 'console/test/build'), { folder: 'unlicensed', name: 'unlicensed', version: '1' })).toThrow(
    'unlicensed 1 (Rare-1.0) is shipped without the text of its licence',
  );
});
