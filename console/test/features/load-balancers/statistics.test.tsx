import { expect, it, vi } from 'vitest';
import { Statistics } from '../../../src/features/load-balancers/statistics.tsx';
import { openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { pageText, settle } from '../../support/render.tsx';
import { aBalancer } from './a-balancer.ts';

vi.mock('uplot', () => import('../../support/uplot.ts'));

const matrix = (result: object[], more: object = {}): Given => ({
  body: { status: 'success', data: { resultType: 'matrix', result }, ...more },
});
const measured = ({ query }: Asked): Given => {
  const end = Number(query.get('end'));
  return matrix([{ metric: {}, values: [[end - 300, '1'] as const, [end, '2'] as const] }]);
};
const charts = () => [...document.querySelectorAll('figure')];

async function open(answer: (asked: Asked) => Given) {
  const balancer = aBalancer({ created_at: '2026-01-01T00:00:00.000Z' });
  const page = await openPage(() => <Statistics balancer={balancer} />, answer);
  await settle(20);
  return page;
}

it('draws the charts of a load balancer from rates over five minutes [metrics.lb-traffic]', async () => {
  const { asked } = await open(measured);
  const queries = asked.map(({ query }) => query.get('query')).toSorted();
  expect(queries).toEqual([
    'avg_over_time(gantry_load_balancer_response_seconds_average{load_balancer_id="lb-1"}[5m])',
    'avg_over_time(gantry_load_balancer_response_seconds_p100{load_balancer_id="lb-1"}[5m])',
    'avg_over_time(gantry_load_balancer_response_seconds_p95{load_balancer_id="lb-1"}[5m])',
    'avg_over_time(gantry_load_balancer_response_seconds_p99{load_balancer_id="lb-1"}[5m])',
    'avg_over_time(gantry_load_balancer_sessions{load_balancer_id="lb-1"}[5m])',
    'rate(gantry_load_balancer_errors_total{load_balancer_id="lb-1"}[5m])',
    'rate(gantry_load_balancer_received_bytes_total{load_balancer_id="lb-1"}[5m])',
    'rate(gantry_load_balancer_requests_total{load_balancer_id="lb-1"}[5m])',
    'rate(gantry_load_balancer_sent_bytes_total{load_balancer_id="lb-1"}[5m])',
  ]);
  expect(charts().map(({ textContent }) => /^(Requests|Traffic|Open sessions|Response time)/.exec(textContent ?? '')?.[0])).toEqual([
    'Requests',
    'Traffic',
    'Open sessions',
    'Response time',
  ]);
});

it('draws the response time of a load balancer as average and percentiles 95, 99 and 100 [metrics.latency]', async () => {
  await open(measured);
  const lines = [...charts().at(-1)!.querySelectorAll('[data-series]')].map(({ firstChild }) => firstChild?.textContent?.trim());
  expect(lines).toEqual(['Average', '95th percentile', '99th percentile', 'Slowest']);
});

it('the statistics of a load balancer leave out a chart of which nothing is measured', async () => {
  await open((asked) => (asked.query.get('query')!.includes('sessions') ? measured(asked) : matrix([])));
  expect(charts().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Open sessions')]);
});

it.each([
  ['says at the charts of a load balancer that they are simulated', { simulated: true }, true],
  ['says nothing at the charts of a load balancer that are measured', {}, false],
])('%s', async (_, more, said) => {
  await open((asked) => {
    const end = Number(asked.query.get('end'));
    return matrix([{ metric: {}, values: [[end, '2']] }], more);
  });
  expect(charts()).toHaveLength(4);
  expect(pageText().includes('These figures are simulated.')).toBe(said);
});

it('says so where nothing at all is measured of a load balancer', async () => {
  await open(() => matrix([]));
  expect(charts()).toEqual([]);
  expect(pageText()).toContain('No data for this time range.');
});
