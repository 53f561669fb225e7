import { describe, expect, it } from 'vitest';
import { Registry } from '../../src/ops/registry.ts';
import { readExposition } from './support/exposition.ts';

describe('figures in Prometheus’ text format', () => {
  it('figures carry any text in help and labels unharmed', () => {
    const registry = new Registry();
    const odd = 'a "quoted" back\\slash,\nnew line={}é';
    registry.counter('odd_total', 'Help with \\ and\na second line.', ['one', 'two']).add([odd, '']);
    const family = readExposition(registry.text()).get('odd_total');
    expect(family?.samples).toEqual([{ name: 'odd_total', labels: { one: odd, two: '' }, value: 1 }]);
    expect(family?.help).toBe('Help with \\\\ and\\na second line.');
  });

  it('counters count up, and gauges are set and forgotten', () => {
    const registry = new Registry();
    const counter = registry.counter('seen_total', 'Seen.', ['what']);
    const gauge = registry.gauge('level', 'Level.', ['where']);
    counter.add(['a']);
    counter.add(['a'], 2.5);
    counter.add(['b']);
    gauge.set(['x'], -1e-7);
    gauge.set(['y'], Infinity);
    gauge.set(['x'], NaN);
    const families = readExposition(registry.text());
    expect(families.get('seen_total')?.samples.map(({ labels, value }) => [labels['what'], value])).toEqual([
      ['a', 3.5],
      ['b', 1],
    ]);
    expect(families.get('level')?.samples.map(({ value }) => value)).toEqual([NaN, Infinity]);
    gauge.clear();
    expect(readExposition(registry.text()).has('level')).toBe(false);
  });

  it('histograms sort values into buckets that hold all smaller ones', () => {
    const registry = new Registry();
    const histogram = registry.histogram('took_seconds', 'Took.', ['call'], [0.125, 1]);
    for (const value of [0.125, 0.25, 1, 7]) histogram.observe(['c'], value);
    const samples = readExposition(registry.text()).get('took_seconds')!.samples;
    expect(samples.map(({ name, labels, value }) => [name, labels['le'], value])).toEqual([
      ['took_seconds_bucket', '0.125', 1],
      ['took_seconds_bucket', '1', 3],
      ['took_seconds_bucket', '+Inf', 4],
      ['took_seconds_sum', undefined, 8.375],
      ['took_seconds_count', undefined, 4],
    ]);
  });

  it('refuses a second family of figures with the same name', () => {
    const registry = new Registry();
    registry.gauge('level', 'Level.');
    expect(() => registry.counter('level', 'Again.')).toThrow(/level/);
    expect(() => registry.gauge('no name', 'Blank.')).toThrow(/no name/);
  });

  it.each([
    ['an unescaped quote', '# HELP a A.\n# TYPE a gauge\na{l="x"y"} 1\n'],
    ['a sample before its type', '# HELP a A.\na 1\n'],
    ['a sample twice', '# HELP a A.\n# TYPE a gauge\na 1\na 2\n'],
    ['a family twice', '# HELP a A.\n# TYPE a gauge\na 1\n# HELP a A.\n# TYPE a gauge\na{l="1"} 1\n'],
    ['no end of line', '# HELP a A.\n# TYPE a gauge\na 1'],
    ['falling buckets', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n'],
  ])('the reader of figures refuses %s', (_, text) => {
    expect(() => readExposition(text)).toThrow();
  });
});
