import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRequirements } from '../../tools/conformance/requirements.ts';
import { root } from '../../tools/lib/files.ts';
import { draw, mutate, readEquivalents, readMutants } from './table.ts';
import { names, readTests, testsOf } from './tests.ts';

const mutants = readMutants();

describe('the mutants', () => {
  it('each mutant changes one place of the product, for a requirement that a test names', () => {
    const known = new Set(readRequirements().map(({ id }) => id));
    const tests = readTests();
    for (const mutant of mutants) {
      const source = readFileSync(join(root, mutant.file), 'utf8');
      expect(mutate(source, mutant), mutant.id).not.toBe(source);
      expect([mutant.id, known.has(mutant.id), testsOf(mutant.id, tests).length > 0]).toEqual([mutant.id, true, true]);
    }
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(60);
    expect([...readEquivalents().keys()].filter((id) => !mutants.some((mutant) => mutant.id === id))).toEqual([]);
  });

  it('a mutant is refused where its text is not in the source, or is there twice', () => {
    const mutant = { id: 'a.b', file: 'a.ts', find: 'x', replace: 'y' };
    expect(mutate('1 x 2', mutant)).toBe('1 y 2');
    for (const source of ['1', 'x x']) expect(() => mutate(source, mutant)).toThrow('a.b');
  });

  it('mutants are drawn the same for the same seed, each once', () => {
    const all = Array.from({ length: 100 }, (_, index) => index);
    const drawn = draw(all, 60, 7);
    expect(draw(all, 60, 7)).toEqual(drawn);
    expect(draw(all, 60, 8)).not.toEqual(drawn);
    expect(new Set(drawn).size).toBe(60);
    expect(draw(all, 200, 7).toSorted((a, b) => a - b)).toEqual(all);
  });
});

it.each([
  ["it('a [const.a, api.b]')", 'api.b', true],
  ["it('a [const.a, api.b]')", 'api', false],
  ["it('a [const.ab]')", 'const.a', false],
  ["it('a [const.time-$type]')", 'const.time-info', true],
  ['it(`a [const.time-${kind}]`)', 'const.time-info', true],
  ['it(`a [${kind}]`)', 'const.time-info', false],
  ["it('a')", 'const.a', false],
])('the source %s names the requirement %s: %s', (source, id, isNamed) => {
  expect(names(source, id)).toBe(isNamed);
});
