import { listed } from '@gantry/contract/wire/listed';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { formatter } from '../../src/app/i18n/formats.ts';
import { AS_IT_IS } from '../../src/ui/direction.ts';

const texts = async (lng: string) => {
  const one = i18next.createInstance();
  await one.use(formatter).init({
    lng,
    resources: {
      [lng]: { translation: { rows: '{{count}} rows', phrase: 'delete {{count}}', port: '{{port}}', names: '{{count}}{{names, named}}' } },
    },
    interpolation: { alwaysFormat: true },
  });
  // These texts are the test's own: their keys are none of the console's.
  return one.t as (key: string, values: object) => string;
};

it('a text groups its numbers as its language does', async () => {
  expect((await texts('en'))('rows', { count: 2000 })).toBe('2,000 rows');
  expect((await texts('de'))('rows', { count: 1234567 })).toBe('1.234.567 rows');
});

it('a text leaves a number alone that is typed or sent as it is, and what is a text already', async () => {
  const t = await texts('en');
  expect(t('phrase', { count: 2000, ...AS_IT_IS })).toBe('delete 2000');
  expect(t('port', { port: '8080' })).toBe('8080');
});

it.each([
  ['en', '3 (a, b, …)', '2 (a, b)', '1'],
  ['zh', '3（a、b、…）', '2（a、b）', '1'],
  ['ja', '3 (a、b、…)', '2 (a、b)', '1'],
  ['ar', '3 (a، b، …)', '2 (a، b)', '1'],
])('names stand in the brackets of their language in %s, with a sign that there are more', async (language, some, all, none) => {
  const t = await texts(language);
  expect(t('names', { count: 3, names: listed(['a', 'b']) })).toBe(some);
  expect(t('names', { count: 2, names: listed(['a', 'b']) })).toBe(all);
  expect(t('names', { count: 1, names: '' })).toBe(none);
});

it('a name with commas is one name in the brackets of a text', async () => {
  const t = await texts('zh');
  expect(t('names', { count: 2, names: listed(['State: a, b', 'c']) })).toBe('2（State: a, b、c）');
  expect(t('names', { count: 1, names: listed(['State: a, b']) })).toBe('1（State: a, b）');
  expect(t('names', { count: 2, names: listed(['State: a, b']) })).toBe('2（State: a, b、…）');
});
