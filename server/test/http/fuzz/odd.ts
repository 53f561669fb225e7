/** Values that no schema expects, and texts that fit its patterns. */
import fc from 'fast-check';
import type { Draw } from './draw.ts';

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '💥',
  "'; drop table x; --",
  '../..',
  '%2e%2e',
  '%',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '١٢٣',
  'x'.repeat(5000),
  '{"a":1}',
  'contains:',
  'in:',
  'any:,',
  'not_any:,',
  'in:a\\',
  'é́́́',
  '9'.repeat(400),
];
const ODD_VALUES: readonly unknown[] = [null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null], { __proto__: null, a: [null] }];
const SAMPLES = 400;

/** Odd values and fitting texts of one run; the seed repeats them. Drawn where they are asked for (`oddOf`). */
export class Odd {
  readonly #seed: number;
  #values: readonly unknown[] | undefined;
  #texts: readonly string[] | undefined;
  readonly #fitting = new Map<string, readonly string[]>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  value(draw: Draw): unknown {
    if (draw.chance(0.3)) return this.text(draw);
    if (draw.chance(0.5)) return draw.pick(ODD_VALUES);
    return draw.pick((this.#values ??= fc.sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: SAMPLES, seed: this.#seed })));
  }

  text(draw: Draw): string {
    // Those known to be awkward as often as all others together.
    if (draw.chance(0.5)) return draw.pick(ODD_TEXTS);
    return draw.pick((this.#texts ??= fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: SAMPLES, seed: this.#seed })));
  }

  /** A text of a pattern and length. */
  fitting(draw: Draw, pattern: string | undefined, min: number, max: number): string {
    const key = `${pattern} ${min} ${max}`;
    let texts = this.#fitting.get(key);
    if (!texts) this.#fitting.set(key, (texts = this.#made(pattern, min, max)));
    return draw.pick(texts);
  }

  #made(pattern: string | undefined, minLength: number, maxLength: number): string[] {
    const options = { numRuns: SAMPLES, seed: this.#seed };
    // fast-check knows no classes like \p{Cc}; such patterns only leave out control characters here.
    if (pattern === undefined || pattern.includes('\\p{'))
      return fc.sample(fc.string({ minLength: Math.max(1, minLength), maxLength: Math.min(Math.max(1, maxLength), 64) }), options);
    const expression = new RegExp(pattern);
    const texts = fc.sample(fc.stringMatching(expression, { maxLength }), options);
    const fitting = texts.filter(({ length }) => length >= minLength);
    if (fitting.length > 0) return fitting;
    // Lengths that chance never meets are not waited for: the texts are drawn out by their last character, and few patterns mind.
    const long = texts.map((text) => text.padEnd(minLength, text.at(-1) ?? 'a'));
    const matching = long.filter((text) => expression.test(text));
    return matching.length > 0 ? matching : long;
  }
}

const bySeed = new Map<number, Odd>();

/** Those of a seed, the same for all who ask: to draw them takes most of a second. */
export function oddOf(seed: number): Odd {
  const odd = bySeed.get(seed) ?? new Odd(seed);
  bySeed.set(seed, odd);
  return odd;
}
