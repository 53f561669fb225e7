import { expect, it } from 'vitest';
import { ColumnPicker } from '../../../src/ui/list/column-picker.tsx';
import type { Column } from '../../../src/ui/list/columns.ts';
import { all, click, find, render, settle } from '../../support/render.tsx';

const column = (key: string, more: Partial<Column<string>> = {}): Column<string> => ({ key, label: key, value: (item) => item, ...more });
const columns = [column('name', { fixed: true }), column('size'), column('node'), column('tags', { optional: true })];

const tableOf = (shown: readonly string[]) => {
  const now = { keys: new Set(shown) };
  return { get: () => now, subscribe: () => () => undefined };
};

it.each([
  ['an optional column that has just been asked for', { shown: ['tags'], hidden: [] }, ['size', 'node'], ['size', 'node', 'tags']],
  ['an optional column that has just been taken away', { shown: [], hidden: [] }, ['size', 'node', 'tags'], ['size', 'node']],
  ['a usual column that has just been hidden', { shown: [], hidden: ['size'] }, ['size', 'node'], ['node']],
  ['a usual column that there is no room for', { shown: [], hidden: [] }, ['size'], ['size']],
])('the columns of a list are ticked as chosen before the table has been laid out anew: %s', async (_, choice, laidOut, ticked) => {
  await render(<ColumnPicker columns={columns} laidOut={tableOf(laidOut)} choice={choice} onChoice={() => undefined} />);
  await click(find('button', 'Columns'));
  await settle(20);
  const boxes = all('checkbox').filter((box) => (box as HTMLInputElement).checked);
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(ticked);
});
