/** Queries of strangers: what becomes of them, and what is refused. */
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { narrowed } from '../../../src/engines/shared/metrics-guard.ts';
import { selectorOf } from '../../../src/engines/shared/metrics-selector.ts';

const OWN = { label: 'project_id', projects: ['p1'] };
const MINE = 'project_id="p1"';
const narrow = (query: string) => narrowed(query, OWN);

/** Selectors of a query, as text. */
function selectorsOf(query: string): string[] {
  const found: string[] = [];
  parser.parse(query).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'VectorSelector') found.push(query.slice(from, to));
    },
  });
  return found;
}

describe('queries of metrics', () => {
  it.each([
    ['gantry_volume_used_bytes', `gantry_volume_used_bytes{${MINE}}`],
    ['a{x="1",}', `a{x="1",${MINE}}`],
    ['{__name__=~".+"}', `{__name__=~".+",${MINE}}`],
    ['a{project_id="p2"}', `a{project_id="p2",${MINE}}`],
    ['a{project_id!="p1"} or b', `a{project_id!="p1",${MINE}} or b{${MINE}}`],
    ['a or {__name__!=""}', `a{${MINE}} or {__name__!="",${MINE}}`],
    ['a * on(volume_id) group_left(name) b', `a{${MINE}} * on (volume_id) group_left (name) b{${MINE}}`],
    ['a unless ignoring(x) b', `a{${MINE}} unless ignoring (x) b{${MINE}}`],
    ['label_replace(a, "project_id", "p1", "project_id", ".*")', `label_replace(a{${MINE}}, "project_id", "p1", "project_id", ".*")`],
    ['rate(a[5m:1m] offset 1h)', `rate(a{${MINE}}[5m:1m] offset 1h)`],
    ['a offset -5m', `a{${MINE}} offset -5m`],
    ['max_over_time(sum by (x) (rate(a[1m]))[1h:])', `max_over_time(sum by (x) (rate(a{${MINE}}[1m]))[1h:])`],
    ['topk(3, a > bool 2.5e3)', `topk (3, a{${MINE}} > bool 2.5e3)`],
    ['-a + (b)', `- a{${MINE}} + (b{${MINE}})`],
    [String.raw`a{x='it\'s'}`, `a{x="it's",${MINE}}`],
    ['a{x=`\\d`}', String.raw`a{x="\\d",${MINE}}`],
  ])('the query %s is asked of the own projects only', (query, expected) => {
    const text = narrow(query);
    expect(text).toBe(expected);
    const selectors = selectorsOf(text);
    expect(selectors.length).toBe(selectorsOf(query).length);
    expect(selectors.filter((one) => !one.endsWith(`${MINE}}`))).toEqual([]);
    // What was written is read alike.
    expect(narrowed(text, { ...OWN, projects: null })).toBe(text);
  });

  it('queries of metrics are asked of several projects, of all, or of none', () => {
    expect(narrowed('a', { ...OWN, projects: ['p1', 'p.2'] })).toBe(String.raw`a{project_id=~"p1|p\\.2"}`);
    expect(narrowed('a', { ...OWN, projects: null })).toBe('a{}');
    expect(narrowed('a', { ...OWN, projects: [] })).toBe('a{project_id=" "}');
  });

  it.each([
    ['a # or b', 'a comment'],
    ['a{', 'an open brace'],
    ['a[5m', 'an open bracket'],
    ['a) or (b', 'a closing parenthesis'],
    ['a{x="1" or y="2"}', 'a choice within a selector'],
    ['a{"x"="1"}', 'a quoted label'],
    ['{"a.b"}', 'a quoted name'],
    ['a @ end()', 'an instant of its own'],
    ['info(a)', 'a function that looks for more'],
    ['absent(a)', 'a function of what is absent'],
    ['count_values("project_id", a)', 'an aggregation that is not known'],
    ['nothing(a)', 'a function that there is not'],
    [String.raw`a{x="\x41"}`, 'an unusual escape'],
    ['$__interval', 'a variable'],
    ['', 'nothing'],
  ])('the query %s is forbidden: %s', (query) => {
    expect(() => narrow(query)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  it('a query of one selector is taken apart', () => {
    expect(selectorOf('a{x=~"1|2",y!="3"}')).toEqual({
      metric: 'a',
      matchers: [
        { label: 'x', sign: '=~', value: '1|2' },
        { label: 'y', sign: '!=', value: '3' },
      ],
    });
    expect(selectorOf('sum(a)')).toBeUndefined();
    expect(selectorOf('rate(a{x="1"}[1h30m])')).toEqual({
      metric: 'a',
      matchers: [{ label: 'x', sign: '=', value: '1' }],
      over: { by: 'rate', seconds: 5400 },
    });
    for (const query of ['rate(a)', 'rate(a[5m], 1)', 'rate(a[5m:1m])', 'rate(rate(a[5m])[5m])', 'a[5m]', 'rate(a[5m]) + 1'])
      expect([query, selectorOf(query)]).toEqual([query, undefined]);
    expect(selectorOf('a or b')).toBeUndefined();
  });
});
