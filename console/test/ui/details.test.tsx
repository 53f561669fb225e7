import { expect, it } from 'vitest';
import { Details } from '../../src/ui/show/details.tsx';
import { propertiesOf } from '../../src/ui/list/properties.tsx';
import { click, find, pageText, render } from '../support/render.tsx';

const properties = [
  { label: 'Size', value: '10 GiB' },
  { label: 'Server', value: null },
  { label: 'Description', value: '' },
  { label: 'Zone', value: undefined },
];

it('details fold properties without a value away and show them with a dash when they are asked for', async () => {
  await render(<Details properties={properties} />);
  for (const label of ['Server', 'Description', 'Zone']) expect(pageText()).not.toContain(label);
  await click(find('button', 'Show empty values (3)'));
  for (const label of ['Server–', 'Description–', 'Zone–']) expect(pageText()).toContain(label);
  await click(find('button', 'Hide empty values'));
  expect(pageText()).not.toContain('Zone');
});

it('details in a narrow card say nothing of properties without a value', async () => {
  await render(<Details properties={properties} narrow />);
  expect(pageText()).toBe('Size10 GiB');
});

it('details write numbers as the language does, as lists do', async () => {
  const column = { key: 'limit', label: 'Limit', kind: 'number' as const, value: () => 12_345 };
  await render(<Details properties={propertiesOf([column], {})} />);
  expect(pageText()).toContain('Limit12,345');
});
