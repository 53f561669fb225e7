import { readFileSync } from 'node:fs';

/** One way to make the product wrong in what a requirement asks for. */
export interface Mutant {
  /** The requirement that it makes false. */
  id: string;
  /** Where its rule or its literal stands. */
  file: string;
  /** What stands there, once. */
  find: string;
  replace: string;
}

/** Rows of a file of tabs beside this one, without its head. In cells `\n` is a new line. */
function rowsOf(name: string): string[][] {
  const [, ...lines] = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => line.split('\t').map((cell) => cell.replaceAll('\\n', '\n')));
}

/** All of them. */
export const readMutants = (): Mutant[] =>
  rowsOf('mutants.tsv').map(([id = '', file = '', find = '', replace = '']) => ({ id, file, find, replace }));

/** Requirements whose mutant changes nothing that anybody can see, with the reason. */
export const readEquivalents = (): Map<string, string> => new Map(rowsOf('equivalents.tsv').map(([id = '', reason = '']) => [id, reason]));

/** The source with the mistake in it. Throws where the text is not there, or more than once. */
export function mutate(source: string, { id, file, find, replace }: Mutant): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`${id}: ${file} does not hold once: ${find}`);
  return before + replace + after;
}

/** So many of them, the same for the same seed. */
export function draw<T>(from: readonly T[], count: number, seed: number): T[] {
  const left = [...from];
  let state = seed >>> 0;
  // Mulberry32: small, and the same everywhere.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(Math.floor(next() * left.length), 1)[0]!);
}
