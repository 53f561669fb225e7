import type { ReactNode } from 'react';
import type { Failure } from '../failure.ts';

/**
 * What a column holds, which says how wide it is: the same in every language and whatever the rows say. `name` and `text` share what is left.
 * `time`: how long ago; `instant`: a date with its time.
 */
export type ColumnKind =
  'name' | 'text' | 'status' | 'address' | 'number' | 'size' | 'share' | 'usage' | 'time' | 'instant' | 'flag' | 'id';

/** One column of a list, as data. */
export interface Column<T> {
  key: string;
  label: string;
  /** `text` where absent. */
  kind?: ColumnKind;
  /** Where there is no room for all, those with the highest number leave first; those of a kind's usual rank where absent. */
  rank?: number;
  /** Plain value of the cell; shown as it is where `render` is absent. null shows as a dash. */
  value(item: T): string | number | null;
  /** Paints the value; never computes another one. */
  render?(item: T): ReactNode;
  /** Paints it where one thing is shown by itself; as in the list where absent. */
  details?(item: T): ReactNode;
  /** Key of the list call that sorts by this column; absent: no sort control. */
  sort?: string;
  /** Says what the row is: it cannot be hidden. */
  fixed?: true;
  /** Shown only to who asks for it. */
  optional?: true;
  /** Somebody has asked for it: it is shown also where there is no room, and the list scrolls sideways. */
  chosen?: true;
  /** What stands for it in a CSV file; absent: one cell with label and value. */
  cells?: readonly FileCell<T>[];
}

/** A cell of a row in a file. Its label names the unit, for nothing else can. */
interface FileCell<T> {
  label: string;
  value(item: T): string | number | null;
}

/** A filter over a list, as data. `search` looks for a part of a text, `choice` for one of several values. */
export type ListFilter = SearchFilter | ChoiceFilter;

interface SearchFilter {
  kind: 'search';
  key: string;
  label: string;
}

export interface ChoiceFilter {
  kind: 'choice';
  key: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Words that stand for several values each, above them; `count`: things that have one of these, where it is known. */
  words?: readonly { label: string; values: readonly string[]; count?: number | undefined }[];
  /** It is seen at once; others are behind a button until they are wanted. */
  usual?: true;
  /** The options are asked for when the list of them is first opened. */
  onOpen?(): void;
  loading?: boolean;
  failure?: Failure | undefined;
  onRetry?(): void;
  /** There are more than are shown: the search narrows them down. */
  more?: boolean;
  search?: string;
  onSearch?(text: string): void;
}

/** What may be chosen beside the words: what is called as one of them is looked for by that. */
export const optionsBesideWords = ({ options, words = [] }: ChoiceFilter): ChoiceFilter['options'] =>
  words.length === 0 ? options : options.filter(({ label }) => !words.some((word) => word.label === label));
