import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { calls, kinds } from '../../src/index.ts';

describe('every kind', () => {
  it('every kind has tables and indexes with names that no other kind has', () => {
    const names = [...kinds.values()].flatMap(({ name, fields }) => [name, ...Object.keys(fields).map((key) => `${name}_${key}`)]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each([...kinds.values()].map((kind) => [kind.name, kind] as const))(
    'the kind %s has a way up from each of its older versions',
    (_, kind) => {
      const older = Array.from({ length: kind.version - 1 }, (_unused, index) => String(index + 1));
      expect(Object.keys(kind.upgrades ?? {})).toEqual(older);
    },
  );

  it('states are kept of the kinds whose states can be asked for, each of which has statuses', () => {
    const asked = calls.flatMap(({ does }) => (does.by === 'states' ? [does.kind.name] : []));
    const kept = [...kinds.values()].flatMap(({ name, statesKept, status }) => (statesKept && status ? [name] : []));
    expect([asked.sort(), kept.sort()]).toEqual([
      ['load_balancer', 'server', 'volume'],
      ['load_balancer', 'server', 'volume'],
    ]);
  });

  it.each([...kinds.values()].filter(({ figures }) => figures).map((kind) => [kind.name, kind] as const))(
    'the kind %s has its figures where a reader finds a number or null, under names that no field has',
    (_, kind) => {
      for (const [key, { path }] of Object.entries(kind.figures!)) {
        expect(kind.fields, key).not.toHaveProperty([key]);
        const schema = path.split('.').reduce<z.ZodType>((of, member) => (of as z.ZodObject).shape[member] as z.ZodType, kind.entity);
        for (const value of [null, 0, 1.5]) expect(schema.safeParse(value).success, key).toBe(true);
        expect(schema.safeParse('1').success, key).toBe(false);
      }
    },
  );
});
