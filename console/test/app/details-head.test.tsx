/** The head of every thing's page: what stands below the name, and in which order its menu has what can be done. */
import { expect, it } from 'vitest';
import type { SectionColumn } from '../../src/app/resource/columns.tsx';
import { DetailsHead } from '../../src/app/resource/details-head.tsx';
import { headLine } from '../../src/app/resource/head-line.ts';
import type { Offer } from '../../src/ui/action/action.ts';
import { arrange, type MenuLine } from '../../src/ui/action/arrange.ts';
import { renderPage } from '../support/render.tsx';

type Thing = Readonly<Record<string, string | null>>;
const column = (key: string, kind?: 'address' | 'size'): SectionColumn<Thing> => ({
  key,
  label: key,
  ...(kind && { kind }),
  value: (thing) => thing[key] ?? null,
});
/** As a list has them: whose a thing is first. */
const columns = [
  column('project'),
  column('domain'),
  column('status'),
  column('size', 'size'),
  column('floating', 'address'),
  column('fixed', 'address'),
];

it.each<[string, Thing, string[]]>([
  [
    'address, size and owner, in this order',
    { project: 'shop', domain: 'acme', status: 'active', size: '10 GiB', floating: '203.0.113.7', fixed: '10.0.0.2' },
    ['203.0.113.7', '10 GiB', 'shop', 'acme'],
  ],
  ['another address where the first is missing', { floating: null, fixed: '10.0.0.2' }, ['10.0.0.2']],
  ['nothing where nothing of this is known', { status: 'active' }, []],
])('the line below the name of a thing says %s', async (_, thing, line) => {
  await renderPage(() => <DetailsHead name="web" line={headLine(columns, thing)} offers={[]} buttons={[]} />);
  expect(document.querySelector('.gantry-details-head h1')?.textContent).toBe('web');
  expect([...document.querySelectorAll('.gantry-details-line li')].map(({ textContent }) => textContent)).toEqual(line);
});

const offer = (id: string, more: Partial<Offer> = {}): Offer => ({
  id,
  label: id,
  danger: false,
  busy: false,
  onSelect: () => undefined,
  ...more,
});
const named = (lines: readonly MenuLine[]) => lines.map((line) => (line.kind === 'offer' ? line.offer.id : `${line.id}…`));

it('the menu of a thing has what deletes at its end, and before that what is not possible now', () => {
  const offers = [offer('delete', { last: true }), offer('off', { reason: 'not now' }), offer('edit'), offer('copy')];
  expect(named(arrange(offers))).toEqual(['edit', 'copy', 'off', 'delete']);
});

it('the menu of a thing with more than eight actions has groups of them, and still deletes at its end', () => {
  const group = { id: 'power', label: 'Power' };
  const many = Array.from({ length: 7 }, (_, index) => offer(`power-${index}`, { group }));
  expect(named(arrange([offer('delete', { last: true }), ...many, offer('edit')]))).toEqual(['edit', 'power…', 'delete']);
});
