import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/index.ts';

describe('every kind', () => {
  it.each([...kinds.values()].map((kind) => [kind.name, kind] as const))('%s has a way up from each of its older versions', (_, kind) => {
    const older = Array.from({ length: kind.version - 1 }, (_unused, index) => String(index + 1));
    expect(Object.keys(kind.upgrades ?? {})).toEqual(older);
  });
});
