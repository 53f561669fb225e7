import { describe, expect, it, vi } from 'vitest';
import { linePath, nearest, roundTop, type Series } from '../../src/ui/show/chart-scale.ts';
import { LineChart } from '../../src/ui/show/line-chart.tsx';
import { acting, pageText, render } from '../support/render.tsx';

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
  ])('ends above %d (base %d) at %d', (value, base, top) => {
    expect(roundTop(value, base)).toBeCloseTo(top, 6);
  });

  it('draws from the bottom left to the top right, with a gap where nothing is known', () => {
    expect(linePath([[0, 0], [10, 5], [20, null], [30, 10], [40, 10]], { from: 0, to: 40 }, 10)).toBe(
      'M0.00 100.00L25.00 50.00M75.00 0.00L100.00 0.00',
    ); // prettier-ignore
  });

  it('finds the point that is nearest in time', () => {
    expect(nearest([[0, 1], [10, 2], [20, 3]], 14)).toEqual([10, 2]); // prettier-ignore
    expect(nearest([], 14)).toBeUndefined();
  });
});

describe('a chart', () => {
  const series: Series[] = [
    { name: 'Read', points: [[0, 1], [60_000, 3]] },
    { name: 'Write', points: [[0, 2], [60_000, null]] },
  ]; // prettier-ignore
  const show = async (shown = series) => {
    const onZoom = vi.fn();
    await render(<LineChart title="Disk" series={shown} span={{ from: 0, to: 60_000 }} format={(value) => `${value} B`} onZoom={onZoom} />);
    return onZoom;
  };

  it('has its title, its series with their latest values, and a table of all of them', async () => {
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
    expect(rows).toEqual([['3 B', '–'], ['1 B', '2 B']]); // prettier-ignore
  });

  it('says where nothing was measured', async () => {
    await show([{ name: 'Read', points: [[0, null]] }]);
    expect(pageText()).toContain('Nothing was measured in this time.');
  });

  it('zooms to what is dragged over, not on a click, and back by a double click', async () => {
    const onZoom = await show();
    const plot = document.querySelector('svg.gantry-chart-plot')!;
    plot.getBoundingClientRect = () => ({ left: 0, width: 200 }) as DOMRect;
    plot.setPointerCapture = () => undefined;
    const point = (type: string, clientX: number) =>
      acting(() => void plot.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX })));
    await point('pointermove', 50);
    await point('pointerdown', 50);
    await point('pointerup', 50);
    expect(onZoom).not.toHaveBeenCalled();
    await point('pointerdown', 150);
    await point('pointermove', 50);
    await point('pointerup', 50);
    expect(onZoom).toHaveBeenCalledExactlyOnceWith({ from: 15_000, to: 45_000 });
    await point('dblclick', 50);
    expect(onZoom).toHaveBeenLastCalledWith(undefined);
  });
});
