/** What is typed into the field of a list's filters, read as text and filters: plain data. */
import { folded } from '@gantry/contract/wire/folded';
import { optionsBesideWords, type ChoiceFilter, type ListFilter } from './columns.ts';

/** A text that is searched for and, behind the name of a filter and a colon, a part of its value. */
export interface Typed {
  text: string;
  facet?: ListFilter;
  value: string;
}

const startsWith = (text: string, start: string): boolean => folded(text).startsWith(folded(start));
const has = (text: string, part: string): boolean => folded(text).includes(folded(part));

/** Where the words at the end of a text begin that are a name; undefined where it ends otherwise. */
function startAtEnd(text: string, name: string): number | undefined {
  const starts = [0, ...Array.from(text.matchAll(/\s/g), ({ index }) => index + 1)];
  return starts.find((start) => folded(text.slice(start)) === folded(name));
}

/** Reads `web status: shut` as the text `web` and a part of a status. A filter is called by its label or its key. */
export function typedOf(input: string, facets: readonly ListFilter[]): Typed {
  for (let colon = input.lastIndexOf(':'); colon > 0; colon = input.lastIndexOf(':', colon - 1)) {
    const before = input.slice(0, colon);
    for (const facet of facets) {
      const start = startAtEnd(before, facet.label) ?? startAtEnd(before, facet.key);
      if (start !== undefined) return { text: input.slice(0, start).trim(), facet, value: input.slice(colon + 1).trim() };
    }
  }
  return { text: input.trim(), value: '' };
}

/** What a list can be filtered by next: a filter whose value is not said yet, or one with values. */
export interface Suggestion {
  id: string;
  facet: ListFilter;
  label: string;
  /** What choosing it leaves in the field. */
  leaves: string;
  values?: readonly string[];
  isChosen?: boolean;
  count?: number | undefined;
}

/** What goes with the text so far. Where no filter is named, those whose name or value begins with its last word. */
export function suggestionsFor(input: string, facets: readonly ListFilter[], chosen: (key: string) => readonly string[]): Suggestion[] {
  const { text, facet, value } = typedOf(input, facets);
  if (facet?.kind === 'choice') {
    const values = valuesOf(facet, chosen(facet.key), text).filter(({ label }) => has(label, value));
    // Words say what most look for; what is typed finds what stands under them.
    return value === '' && facet.words ? values.filter(({ isChosen, values: one = [] }) => isChosen || isWordOf(facet, one)) : values;
  }
  if (facet) return [];
  const word = /\S*$/.exec(input)?.[0] ?? '';
  const head = input.slice(0, input.length - word.length);
  const begins = (label: string) => startsWith(label, word) || has(label, ` ${word}`);
  return [
    ...facets
      .filter(({ key, label }) => begins(label) || startsWith(key, word))
      .map((one) => ({ id: one.key, facet: one, label: one.label, leaves: `${head}${one.label}: ` })),
    ...(word.length < 2 ? [] : facets.flatMap((one) => (one.kind === 'choice' ? valuesOf(one, chosen(one.key), head.trim()) : []))).filter(
      ({ label }) => begins(label),
    ),
  ];
}

const isWordOf = ({ words = [] }: ChoiceFilter, one: readonly string[]): boolean => words.some(({ values }) => values === one);

function valuesOf(facet: ChoiceFilter, chosen: readonly string[], leaves: string): Suggestion[] {
  const all = [
    ...(facet.words ?? []),
    ...optionsBesideWords(facet).map(({ value, label }) => ({ label, values: [value], count: undefined })),
  ];
  return all.map(({ label, values, count }) => ({
    id: `${facet.key} ${values.join()}`,
    facet,
    label,
    leaves,
    values,
    count,
    isChosen: values.every((value) => chosen.includes(value)),
  }));
}

/** One thing that a list is filtered by. */
export interface Token {
  facet: ListFilter;
  label: string;
  values: readonly string[];
}

/** What a list is filtered by: words where all values of one are chosen, and the values of none. */
export function tokensOf(facet: ListFilter, chosen: readonly string[]): Token[] {
  if (facet.kind === 'search') return chosen.map((value) => ({ facet, label: value, values: [value] }));
  const words = (facet.words ?? []).filter(({ values }) => values.every((value) => chosen.includes(value)));
  const inWords = new Set(words.flatMap(({ values }) => values));
  const labelOf = (value: string) => facet.options.find((option) => option.value === value)?.label ?? value;
  const single = chosen.filter((value) => !inWords.has(value));
  return [
    ...words.map(({ label, values }) => ({ facet, label, values })),
    ...single.map((value) => ({ facet, label: labelOf(value), values: [value] })),
  ];
}
