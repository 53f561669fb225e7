import type { CapacityHistory } from '@gantry/contract/nouns/capacity/entity';
import { OUTLOOKS, type Outlook } from '@gantry/contract/nouns/capacity/trend';
import { expect, it, vi } from 'vitest';
import { loadTexts } from '../../../src/app/i18n/languages.ts';
import { CapacityCharts } from '../../../src/parts/capacity/capacity-charts.tsx';
import { ProjectCapacity } from '../../../src/parts/capacity/project-capacity.tsx';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { openPage } from '../../support/console-page.tsx';
import { acting, pageText, settle } from '../../support/render.tsx';

vi.mock('uplot', () => import('../../support/uplot.ts'));

const history = (outlook: Outlook, more: Partial<CapacityHistory> = {}): CapacityHistory => ({
  since: '2026-11-01T00:00:00.000Z',
  used: [10, null, 12],
  limit: 20,
  trend: { from: 10, to: 12, per_day: 3.5 },
  outlook,
  full_at: outlook === 'fills' ? '2027-03-14T12:00:00.000Z' : null,
  ...more,
});
const charts = async (...all: CapacityHistory[]) => {
  await loadTexts('monitoring');
  const fillings = all.map((one, index) => ({ title: `thing ${index}`, history: one, format: (value: number) => `${value} U` }));
  await openPage(
    () => <CapacityCharts fillings={fillings} />,
    () => ({ body: {} }),
  );
  await settle(50);
  return [...document.querySelectorAll('.gantry-capacity > p')].map(({ textContent }) => textContent);
};

it('the chart of a capacity says in words when it is full, or why no day is named', async () => {
  expect(await charts(...OUTLOOKS.map((outlook) => history(outlook)))).toEqual([
    'Collecting data since November 1, 2026. The trend appears after one day.',
    'No limit is set.',
    'The limit is reached.',
    'At this rate (3.5 U per day), full on March 14, 2027.',
    'At this rate, not full within a year.',
    'Usage is stable.',
    'Usage is decreasing.',
  ]);
});

it('the chart of a capacity has what is used, the trend and the limit as a table too, and no figure where none was taken', async () => {
  await charts(history('fills'));
  const details = document.querySelector('details')!;
  await acting(() => (details.open = true));
  await settle();
  expect([...document.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['Time', 'Used', 'Trend', 'Limit']);
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(-3).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['12 U', '12 U', '20 U'],
    ['–none', '11 U', '20 U'],
    ['10 U', '10 U', '20 U'],
  ]);
});

it('charts of capacity are not there before two hours were recorded', async () => {
  expect(await charts(history('collecting', { since: null, used: [] }), history('collecting', { used: [3] }))).toEqual([]);
  expect(pageText()).toContain('No data yet. Usage is recorded every hour.');
});

it('a project sees how its quota fills up, sizes in their unit, where it may see the quota', async () => {
  await loadTexts('monitoring');
  const data = [
    { ...history('fills', { trend: { from: 10, to: 12, per_day: 0.0123 } }), of: 'cores' },
    { ...history('fills', { limit: 200, trend: { from: 10, to: 12, per_day: 2 } }), of: 'gigabytes' },
  ];
  const { asked } = await openPage(
    () => <ProjectCapacity projectId="project-1" />,
    () => ({ body: { data } }),
  );
  await settle(50);
  expect(asked.map(({ path }) => path)).toContain('/api/v2/compute/quotas/project-1/capacity');
  expect(pageText()).toContain('At this rate (0.012 per day), full on March 14, 2027.');
  expect(pageText()).toContain('At this rate (2 GiB per day), full on March 14, 2027.');
  expect([...document.querySelectorAll('figcaption > span')].map(({ textContent }) => textContent)).toEqual(['vCPU', 'Storage']);
  await acting(() => applyMeta({ data: {}, capabilities: [], seq: 99 }));
  expect(document.querySelector('figure')).toBeNull();
});
