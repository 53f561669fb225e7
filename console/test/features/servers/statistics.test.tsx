import { STAT_SERIES } from '@gantry/contract/nouns/servers/statistics';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StatisticsTab } from '../../../src/features/servers/details/statistics.tsx';
import type { Feature, TimelineProps } from '../../../src/app/feature.ts';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { HEAL_MS } from '../../../src/app/api/queries.ts';
import { forgetReads } from '../../../src/app/api/request.ts';
import { aServer, openPage, type Given } from '../../support/console-page.tsx';
import { drawn } from '../../support/uplot.ts';
import { acting, click, find, pageText, settle } from '../../support/render.tsx';

vi.mock('uplot', () => import('../../support/uplot.ts'));

const NONE = { cpu_usage: null, mem_usage: null, block_capacity: null, block_usage: null };
const AT = Date.parse('2026-11-21T10:00:00.000Z');
const cpu = {
  name: 'cpu',
  unit: STAT_SERIES.cpu,
  points: [0, 1, 2].map((index) => [AT - index * 300_000, 20 + index] as const).toReversed(),
};
const stat = (series: readonly unknown[]): Given => ({ body: { at: new Date(AT).toISOString(), range: '12h', metrics: NONE, series } });
const silent: Given = {
  status: 503,
  body: { error: { err_code: 'engine_unavailable', message: 'x', data: { params: { service: 'metrics' } } } },
};

/** Waits in the test's own time, which goes on as long as it waits. */
const seen = (check: () => void) => acting(() => vi.waitFor(check, { timeout: 10_000, interval: 50 }));

const open = (answer: () => Given) => openPage(() => <StatisticsTab server={aServer()} />, answer);

const charts = (): string[] => [...document.querySelectorAll('figure')].map((chart) => chart.textContent ?? '');

describe('the statistics of a server', () => {
  afterEach(() => void vi.useRealTimers());

  it('the statistics of a server say that the metrics service is silent, show nothing old, and come back by themselves', async () => {
    let answer = stat([cpu]);
    await open(() => answer);
    expect(charts()).toEqual([expect.stringContaining('CPU')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    answer = silent;
    await acting(() => find('button', '1 hour').click());
    await seen(() => expect(pageText()).toContain('The metrics service does not respond.'));
    expect(charts()).toEqual([]);
    answer = stat([cpu]);
    const since = Date.now();
    await acting(() => vi.advanceTimersByTimeAsync(HEAL_MS));
    await seen(() => expect(charts()).toEqual([expect.stringContaining('CPU')]));
    expect(pageText()).not.toContain('does not respond');
    // Sooner than it is read while all is well.
    expect(Date.now() - since).toBeLessThan(2 * HEAL_MS);
  });

  it.each([
    ['say that they are simulated where nothing is measured', { simulated: true }, true],
    ['say nothing of being simulated where they are measured', {}, false],
  ])('the statistics of a server %s', async (_, more, said) => {
    await open(() => ({ body: { ...(stat([cpu]).body as object), ...more } }));
    expect(charts()).toHaveLength(1);
    expect(pageText().includes('These figures are simulated.')).toBe(said);
  });

  it('the statistics of a server show nothing old where a later reading fails', async () => {
    let answer = stat([cpu]);
    const { queryClient } = await open(() => answer);
    expect(charts()).toEqual([expect.stringContaining('CPU')]);
    answer = silent;
    forgetReads();
    await acting(() => queryClient.refetchQueries());
    await settle(20);
    expect(pageText()).toContain('The metrics service does not respond.');
    expect(charts()).toEqual([]);
    answer = stat([cpu]);
    await click(find('button', 'Try again'));
    await settle(20);
    expect(charts()).toEqual([expect.stringContaining('CPU')]);
  });

  it('the statistics of a server stand below the tasks of the same time, which begins when the server began', async () => {
    const Timeline = ({ id, span }: TimelineProps) => <output>{`${id} ${(span.to - span.from) / 60_000} ${span.to === AT}`}</output>;
    const feature: Feature = { noun: 'tasks', routes: [], texts: {}, timeline: async () => ({ Timeline }) };
    const server = aServer({ created: new Date(AT - 90 * 60_000).toISOString() });
    await openPage(
      () => (
        <FeaturesContext value={[feature]}>
          <StatisticsTab server={server} />
        </FeaturesContext>
      ),
      () => stat([cpu]),
    );
    await vi.waitFor(() => expect(document.querySelector('output')).not.toBeNull());
    expect(document.querySelector('output')?.textContent).toBe('server-1 90 true');
    // The charts begin with it: no hall of nothing before.
    expect(drawn.options?.scales.x.range()).toEqual([AT / 1000 - 90 * 60, AT / 1000]);
    await click(find('button', '1 hour'));
    await settle(50);
    expect(document.querySelector('output')?.textContent).toBe('server-1 60 true');
  });

  it('the statistics of a server say so where nothing was measured', async () => {
    await open(() => stat([]));
    expect(pageText()).toContain('No data for this time range.');
    expect(charts()).toEqual([]);
  });
});
