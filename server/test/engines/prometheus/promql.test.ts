import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statisticsOf, usageOf } from '../../../src/engines/prometheus/expressions.ts';
import { union } from '../../../src/engines/prometheus/promql.ts';
import { idsIn, WAYS, withoutIds, type Way } from '../../../../fakes/prometheus/recording.ts';
import { settingsOf } from './support/settings-of.ts';

const ways = Object.keys(WAYS) as Way[];
const texts = fc.string({ unit: fc.constantFrom(...'ab1-_.:@|"\\\'`{}[]()*+?^$=~, \n#', 'é', '仮'), minLength: 1, maxLength: 40 });

describe.each(ways)('queries, where a server is found %s', (way) => {
  const settings = settingsOf(way, 'http://127.0.0.1:9090');
  const harmless = union(usageOf(settings, ['a', 'b']))!;

  it('queries ask Prometheus for the same whatever a server’s id is made of', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(withoutIds(union(usageOf(settings, [one, other]))!)).toBe(withoutIds(harmless));
        expect(withoutIds(union(statisticsOf(settings, one))!)).toBe(withoutIds(union(statisticsOf(settings, 'a'))!));
      }),
    );
  });

  it('queries to Prometheus find the servers with the wanted ids, and no others', () => {
    fc.assert(
      fc.property(texts, texts, texts, (one, other, third) => {
        const matchers = new Set(
          [...union(usageOf(settings, [one, other]))!.matchAll(/uuid=~("(?:[^"\\]|\\.)*")/g)].map(([, text]) => text!),
        );
        expect(matchers.size).toBe(1);
        // As Prometheus reads it: the whole label must match.
        const matches = new RegExp(`^(?:${JSON.parse([...matchers][0]!) as string})$`, 's');
        expect(matches.test(one) && matches.test(other)).toBe(true);
        expect(matches.test(third)).toBe(third === one || third === other);
      }),
    );
  });

  it('queries to Prometheus name a server wherever they select series that have its id', () => {
    const selectors = [...harmless.matchAll(/\w+\{[^}]*\}/g)].map(([selector]) => selector);
    const naming = way === 'direct' ? selectors : selectors.filter((selector) => selector.startsWith('libvirt_domain_info_meta'));
    expect(naming.length).toBeGreaterThan(5);
    expect(naming.every((selector) => selector.includes('uuid=~"a|b"'))).toBe(true);
    const joins = harmless.match(/group_left \(uuid\)/g)?.length ?? 0;
    expect(joins).toBe(way === 'direct' ? 0 : selectors.length / 2);
  });
});

describe('queries', () => {
  const naming = (more: Readonly<Record<string, unknown>>) => settingsOf('direct', 'http://127.0.0.1:9090', more);

  it('queries to Prometheus select by the labels that are configured, quoted', () => {
    const settings = naming({ labels: { cloud: 'north "1"' }, server_label: 'instance_id' });
    const selectors = union(usageOf(settings, ['a']))!.matchAll(/libvirt\w+\{(.*?)\}/g);
    expect(new Set([...selectors].map(([, labels]) => labels))).toEqual(new Set([String.raw`cloud="north \"1\"",instance_id=~"a"`]));
  });

  it('queries to Prometheus leave out what is not measured, and there is none where nothing is measured', () => {
    const none = Object.fromEntries(Object.keys(naming({}).metrics).map((name) => [name, null]));
    expect(union(usageOf(naming({ metrics: none }), ['a']))).toBeUndefined();
    const only = union(statisticsOf(naming({ metrics: { ...none, cpu_seconds: ['new_cpu', 'old_cpu'] } }), 'a'))!;
    expect(only).toBe(
      'label_replace((sum by (uuid) (rate(new_cpu{uuid=~"a"}[300s])) or sum by (uuid) (rate(old_cpu{uuid=~"a"}[300s]))), "gantry_figure", "cpu", "", "")',
    );
    expect(idsIn(only)).toEqual(['a']);
  });
});
