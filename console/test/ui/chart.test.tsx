import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clipped, roundTop, sinceBegin, spansOf, type Series } from '../../src/ui/show/chart-scale.ts';
import { LineChart } from '../../src/ui/show/line-chart.tsx';
import { acting, all, click, find, pageText, render } from '../support/render.tsx';
import { drawn } from '../support/uplot.ts';

vi.mock('uplot', () => import('../support/uplot.ts'));

describe('the scale of a chart', () => {
  it.each([
    [0, 1000, 1],
    [0.3, 1000, 0.5],
    [7, 1000, 10],
    [101, 1000, 200],
    [1000, 1000, 1000],
    [1500, 1000, 2000],
    [1_000_000, 1024, 1024 * 1000],
    [1_048_577, 1024, 2 * 1024 ** 2],
  ])('the scale of a chart ends above %d (base %d) at %d', (value, base, top) => {
    expect(roundTop(value, base)).toBeCloseTo(top, 6);
  });
});

describe('times in which something was wrong', () => {
  it('a time with an error is one in which a line was above 0, each point standing for the step before it', () => {
    const points = [[0, 0], [10, 1], [20, 1], [30, null], [40, 1], [50, 0]] as const; // prettier-ignore
    expect(spansOf(points, 10)).toEqual([
      { from: 0, to: 20 },
      { from: 30, to: 40 },
    ]);
  });
  it('times in which something was wrong are cut to what the chart shows', () => {
    const spans = [{ from: 0, to: 10 }, { from: 20, to: 40 }, { from: 90, to: 95 }]; // prettier-ignore
    expect(clipped(spans, { from: 5, to: 30 })).toEqual([
      { from: 5, to: 10 },
      { from: 20, to: 30 },
    ]);
  });
});

describe('the time of a chart', () => {
  it.each([
    ['begins when a thing began that is younger', 40, { from: 40, to: 100 }],
    ['is all of it for what is older', 5, { from: 10, to: 100 }],
    ['is all of it where nobody knows when the thing began', NaN, { from: 10, to: 100 }],
    ['holds no point from before what has only just begun', 130, { from: 130, to: 131 }],
  ])('the time of a chart %s', (_, since, span) => {
    expect(sinceBegin({ from: 10, to: 100 }, since)).toEqual(span);
  });
});

describe('a chart', () => {
  beforeEach(() => {
    delete drawn.options;
    delete drawn.data;
  });
  const series: Series[] = [
    { name: 'Read', points: [[0, 1], [60_000, 3]] },
    { name: 'Write', points: [[0, 2], [60_000, null]] },
  ]; // prettier-ignore
  const show = async (shown = series) => {
    const onZoom = vi.fn();
    await render(<LineChart title="Disk" series={shown} span={{ from: 0, to: 60_000 }} format={(value) => `${value} B`} onZoom={onZoom} />);
    return onZoom;
  };

  it('a chart has its title, its series with their latest values, and a table of all of them', async () => {
    await show();
    expect(document.querySelector('figcaption')?.textContent).toBe('Disk');
    expect(pageText()).toContain('Read 3 B');
    expect(pageText()).toContain('Write –');
    const details = document.querySelector('details')!;
    await acting(() => {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    });
    const rows = [...details.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent),
    );
    expect(rows).toEqual([['3 B', '–none'], ['1 B', '2 B']]); // prettier-ignore
  });

  it('a chart says where nothing was measured', async () => {
    await show([{ name: 'Read', points: [[0, null]] }]);
    expect(pageText()).toContain('No data for this time range.');
  });

  it('a chart draws its lines over one axis of time, with a gap where nothing is known', async () => {
    await show();
    await vi.waitFor(() => expect(drawn.data).toEqual([[0, 60], [1, 3], [2, null]]), { timeout: 20_000 }); // prettier-ignore
    expect(drawn.options?.series.slice(1).some(({ spanGaps }) => spanGaps)).toBe(false);
  });

  it('a chart tells at its series what was measured where one points', async () => {
    await show();
    await vi.waitFor(() => expect(drawn.options).toBeDefined(), { timeout: 20_000 });
    await acting(() => drawn.options?.hooks.setCursor[0]({ cursor: { idx: 0 }, data: [[0, 60]] }));
    expect(pageText()).toContain('Read 1 B');
    expect(pageText()).toContain('Write 2 B');
  });

  it('a chart zooms to what is dragged over, not on a click, and back by a double click', async () => {
    const onZoom = await show();
    await vi.waitFor(() => expect(drawn.options).toBeDefined(), { timeout: 20_000 });
    const drag = (left: number, width: number) =>
      acting(() => drawn.options?.hooks.setSelect[0]({ select: { left, width }, posToVal: (x) => x * 0.3, setSelect: () => undefined }));
    await drag(50, 2);
    expect(onZoom).not.toHaveBeenCalled();
    await drag(50, 100);
    expect(onZoom).toHaveBeenCalledExactlyOnceWith({ from: 15_000, to: 45_000 });
    await acting(() => drawn.options?.cursor.bind.dblclick()());
    expect(onZoom).toHaveBeenLastCalledWith(undefined);
  });

  it('a chart shades the times in which something was wrong, and names them', async () => {
    const shaded = { label: 'Not healthy', spans: [{ from: 15_000, to: 30_000 }] };
    await render(
      <LineChart title="Disk" series={series} span={{ from: 0, to: 60_000 }} shaded={shaded} format={String} onZoom={() => undefined} />,
    );
    await vi.waitFor(() => expect(drawn.options).toBeDefined(), { timeout: 20_000 });
    const filled: number[][] = [];
    const ctx = { save() {}, restore() {}, fillStyle: '', fillRect: (...area: number[]) => filled.push(area) };
    drawn.options!.hooks.drawClear[0]({ ctx, bbox: { top: 5, height: 100 }, valToPos: (at) => at * 10 });
    expect(filled).toEqual([[150, 5, 150, 100]]);
    expect(document.querySelector('[data-shaded]')?.textContent).toContain('Not healthy');
  });

  it('a chart fills the screen and leaves it again, where the browser lets it', async () => {
    const screen = { fullscreenEnabled: true, fullscreenElement: null as Element | null };
    for (const name of ['fullscreenEnabled', 'fullscreenElement'] as const)
      Object.defineProperty(document, name, { configurable: true, get: () => screen[name] });
    const turn = async (element: Element | null) => {
      screen.fullscreenElement = element;
      document.dispatchEvent(new Event('fullscreenchange'));
    };
    Object.assign(document, { exitFullscreen: () => turn(null) });
    HTMLElement.prototype.requestFullscreen = function requestFullscreen(this: HTMLElement) {
      return turn(this);
    };
    await show();
    await click(find('button', 'Full screen: Disk'));
    expect(screen.fullscreenElement).toBe(document.querySelector('figure'));
    await click(find('button', 'Leave full screen: Disk'));
    expect(screen.fullscreenElement).toBe(null);
    // Escape is the browser's own way out.
    await click(find('button', 'Full screen: Disk'));
    await acting(() => turn(null));
    expect(find('button', 'Full screen: Disk')).toBeTruthy();
    screen.fullscreenEnabled = false;
    await show();
    expect(all('button', 'Full screen: Disk')).toHaveLength(1);
  });
});
