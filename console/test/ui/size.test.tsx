import { expect, it } from 'vitest';
import { formatSize, fromGib, fromMib } from '../../src/ui/show/format-size.ts';
import { Size } from '../../src/ui/show/size.tsx';
import { pageText, render } from '../support/render.tsx';

it('a size of 1048576 bytes shows as 1 MiB [const.size-base]', async () => {
  await render(<Size bytes={1048576} />);
  expect(pageText()).toBe('1 MiB');
});

it.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1536, '1.5 KiB'],
  [fromMib(2048), '2 GiB'],
  [fromGib(1024), '1 TiB'],
])('a size of %d bytes shows as %s', (bytes, text) => {
  expect(formatSize(bytes, 'en')).toBe(text);
});

it('a size has number and unit in order in a right-to-left sentence', () => {
  expect(formatSize(fromGib(2), 'ar')).toBe('\u20662 GiB\u2069');
});

it('a number of GiB becomes whole bytes, rounded up [const.gib]', () => {
  expect(fromGib(1.5)).toBe(1_610_612_736);
  expect(fromGib(1 / 3)).toBe(357_913_942);
});
