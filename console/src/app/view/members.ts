/** The table of a noun's members: what there is to say about one, and what is typed where one is made or changed. */
import type { Statuses } from '@gantry/contract/wire/statuses';
import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { ColumnKind } from '../../ui/list/columns.ts';
import type { ListCall } from '../list/use-list-page.ts';
import type { Named } from '../resource/named.ts';
import type { NounName } from '../resource/noun-text.ts';
import type { ViewContext } from './context.ts';
import type { Label, ViewText } from './labels.ts';

/** Where a member is: a column of the list, a property on the page of one, a field of the two forms. */
export type Place = 'list' | 'details' | 'create' | 'edit';
type Form = Exclude<Place, 'list' | 'details'>;

/** How a value is shown: `time` how long ago it was in lists, `instant` as a date everywhere, `copied` and `id` with a button that copies it, `words` one beside the other; a size is of the unit that is said. */
type KindOf<V> = [V] extends [boolean | null | undefined]
  ? 'flag' | 'enabled'
  : [V] extends [number | null | undefined]
    ? 'number' | 'GiB' | 'MiB' | 'bytes'
    : [V] extends [string | null | undefined]
      ? 'text' | 'address' | 'time' | 'instant' | 'status' | 'copied' | 'id'
      : [V] extends [readonly string[] | null | undefined]
        ? 'words'
        : never;
export type MemberKind = KindOf<boolean> | KindOf<number> | KindOf<string> | KindOf<string[]>;

/** A field that draws itself: of a form, and of the thing that is changed (`item`; absent where one is made). Which form it is made for is its own to say. */
export type OwnField = (props: never) => ReactNode;

/** How a member is typed. What is absent follows from its kind. */
export interface Field<T, N extends NounName, D extends FieldValues> {
  /** The control; `thing`: one of another noun, `secret`: never kept with the draft. */
  as?: 'text' | 'lines' | 'description' | 'number' | 'check' | 'select' | 'radio' | 'secret' | 'thing' | 'things';
  required?: true;
  helper?: ViewText<N>;
  /** Of a number; absent: that of its kind. */
  unit?: Label<N>;
  min?: number;
  max?: number;
  /** Of `select` and `radio`: the values with their words. */
  options?: readonly { value: string | number; label: Label<N>; helper?: ViewText<N> }[];
  /** Of `thing` and `things`: the list that is chosen from, what it is narrowed by, and what choosing none means, where one may. */
  from?: ListCall<Named>;
  query?(draft: D): Readonly<Record<string, string>>;
  none?: ViewText<N>;
  /** Whether it is asked for, as the rest is typed by now; absent: always. */
  if?(draft: D, item: T | undefined, context: ViewContext<N>): boolean;
  /** Draws itself, in a chunk of its own, which is there before the form shows. */
  own?(): Promise<OwnField>;
}

export type MemberValue = string | number | boolean | readonly string[] | null | undefined;

/** What each row of the table may say. */
interface Shown<T, N extends NounName, P extends Place> {
  /** Absent: in the list and on the page of one. */
  in?: readonly P[];
  /** Whether it is there at all: for those who see it, in a cloud that has it. */
  when?(context: ViewContext<N>, place: Place): boolean;
  /** Key of the column, where it is to be another than the member's name. */
  key?: string;
  /** Key of the list call that sorts by it; `true`: the member's own name; undefined: none does here. */
  sort?: string | true | ((context: ViewContext<N>) => string | undefined);
  /** A column that shows only to who asks for it. */
  optional?: true;
  /** When it leaves a list without room for all (`Column.rank`), and how wide it is; absent: as its kind. */
  rank?: number;
  width?: ColumnKind;
  /** What stands for it in a CSV file; absent: its value. */
  cells?: readonly { label: Label<N>; value(item: T): string | number | null }[];
  /** The page that it leads to, where it names another thing. */
  link?: { kind: string; id: (item: T) => string | null | undefined };
  /** Narrows the list: by a part of a text, by fixed values with their words, or by things of another noun (those who may list them), by ids unless
   * `valued` says names. `key`: where it is another; `usual`: it is seen at once. */
  filter?: { key?: string; usual?: true } & (
    { search: true } | { by: ListCall<Named>; valued?: 'id' | 'name' } | { values: readonly { value: string; label: Label<N> }[] }
  );
  /** The value, where it is another than the member's; shown by its kind. */
  value?: (item: T, context: ViewContext<N>) => MemberValue;
  /** Paints it in another way than its kind does: in the list and, unless `details` does, on the page of one. */
  render?: (item: T, context: ViewContext<N>) => ReactNode;
  details?: (item: T, context: ViewContext<N>) => ReactNode;
}

/** The label is the noun's `field.{name}` where it is not said. */
type Labelled<K extends string, N extends NounName> = `field.${K}` extends ViewText<N> ? { label?: Label<N> } : { label: Label<N> };

/** `K` is one of the names of `D`: the form has a field for it. */
type In<K, D, F extends Form> = K extends keyof D ? F : never;

/** A member of the document, by its name in the contract. `C`, `U`: what the forms for a new one and for a change hold. */
type DocumentMember<T, N extends NounName, C extends FieldValues, U extends FieldValues> = {
  [K in keyof T & string]: Shown<T, N, 'list' | 'details' | In<K, C, 'create'> | In<K, U, 'edit'>> &
    Labelled<K, N> & {
      of: K;
      kind?: KindOf<T[K]>;
      /** Of a status. */
      statuses?: Statuses;
      /** `false`: a field above draws it as well. */
      field?: Field<T, N, C & U> | false;
    };
}[keyof T & string];

/** What is made of several members: it says its value itself. */
interface MadeMember<T, N extends NounName> extends Shown<T, N, 'list' | 'details'> {
  of?: never;
  key: string;
  label: Label<N>;
  kind?: MemberKind;
  value: (item: T, context: ViewContext<N>) => MemberValue;
}

/** A field that no document has: typed only, and by its path in the form. */
interface TypedMember<T, N extends NounName, C extends FieldValues, U extends FieldValues> {
  of?: never;
  key?: never;
  typed: FieldPath<C> | FieldPath<U>;
  in: readonly Form[];
  when?(context: ViewContext<N>, place: Place): boolean;
  /** Absent only where the field draws itself. */
  label?: Label<N>;
  field: Field<T, N, C & U>;
}

/** One row of the table. */
export type Member<T, N extends NounName, C extends FieldValues, U extends FieldValues> =
  DocumentMember<T, N, C, U> | MadeMember<T, N> | TypedMember<T, N, C, U>;

type None = Record<never, never>;

/** The table of a noun whose pages are not all made of it: checked by the contract as one of a view. */
export function tableOf<T, N extends NounName>(members: readonly Member<T, N, None, None>[]): readonly AnyMember<T, N>[];
export function tableOf<T, N extends NounName>(members: readonly AnyMember<T, N>[]): readonly AnyMember<T, N>[] {
  return members;
}

/** The same as the frame reads it, without the contract's types. */
export interface AnyMember<T, N extends NounName> extends Shown<T, N, Place> {
  of?: string;
  typed?: string;
  label?: Label<N>;
  kind?: MemberKind;
  statuses?: Statuses;
  field?: Field<T, N, FieldValues> | false;
}

/** Members that many nouns have, in the frame's words. */
export const common = {
  created: { of: 'created_at', key: 'created', label: 'field.created', kind: 'time', sort: 'created_at' },
  id: { of: 'id', label: 'field.id', kind: 'id', in: ['details'] },
} as const;
