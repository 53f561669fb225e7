import { expect, it } from 'vitest';
import { LOCALES } from '@gantry/contract/constants';

const files = import.meta.glob<{ status: Record<string, string>; word: Record<string, string> }>(
  '../../../src/features/servers/texts/*.json',
  {
    eager: true,
    import: 'default',
  },
);

it.each(LOCALES)('the column, the filter and the overview call the usual states the same in %s', (locale) => {
  const { status, word } = files[`../../../src/features/servers/texts/${locale}.json`]!;
  expect([status['ACTIVE'], status['SHUTOFF'], status['ERROR']]).toEqual([word['running'], word['stopped'], word['errored']]);
});
