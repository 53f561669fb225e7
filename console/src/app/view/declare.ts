import type { Rule } from '@gantry/contract/wire/rule-result';
import type { ComponentType, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Action } from '../../ui/action/action.ts';
import type { Property } from '../../ui/show/details.tsx';
import type { ApiCall } from '../api/calls.ts';
import type { ListMapProps } from '../resource/list-map.tsx';
import type { ListButton } from '../resource/list-page.tsx';
import type { DetailsShape } from '../resource/details-skeleton.tsx';
import type { Named } from '../resource/named.ts';
import type { SectionName } from '../resource/noun-text.ts';
import type { Section } from '../resource/section.ts';
import type { Deletable } from '../resource/use-resource-actions.ts';
import type { CopyAction, PlaceOf, ViewAction } from './actions.ts';
import type { ViewContext } from './context.ts';
import type { Change, Creation } from './forms.ts';
import type { Label } from './labels.ts';
import type { AnyMember, Member } from './members.ts';
import type { ViewTab } from './tabs.tsx';

/** How things are changed in the edit dialog. */
interface Edit<T, N extends SectionName, U extends FieldValues, P> {
  call: ApiCall;
  rule?: Rule<T>;
  ruleFor?(context: ViewContext<N>): Rule<T>;
  fits?(item: T): boolean;
  /** In a chunk of its own, with the schema. */
  form(): Promise<Change<NoInfer<T>, N, U, P>>;
}

export type Dialog<T> = NonNullable<Action<T>['dialog']>;

/** What a noun says of its pages. */
export interface ViewInput<T extends Named, N extends SectionName, C extends FieldValues, O, U extends FieldValues, P> {
  icon: ComponentType;
  /** The table, in the order of columns, properties and fields. The name is always the first column. */
  members: readonly Member<T, N, NoInfer<C>, NoInfer<U>>[];
  /** How one is made; in a chunk of its own, with the schema. */
  create?(): Promise<Creation<NoInfer<T>, N, C, O>>;
  edit?: Edit<T, N, U, P>;
  /** What can be done beside deletion, in this order; `edit` is the edit dialog. Absent: that alone, where there is one. */
  actions?: readonly ('edit' | ViewAction<T, N> | CopyAction<T, N>)[];
  /** What else can be done, where it takes more than a row of a table says: a hook. */
  useActions?(actions: readonly Action<T>[]): readonly Action<T>[];
  /** Names of what has a button on the page of one; absent: all of them. */
  buttons?: readonly string[];
  deletable?: Deletable<T> & { ruleFor?(context: ViewContext<N>): Rule<T> };
  placeOf?: PlaceOf<T>;
  /** Above the list: lists beside it, or what holds for all of it. */
  above?: ReactNode;
  /** What leads on from the list, where it is another page than the form for a new thing: a hook. */
  useButton?(): ListButton;
  /** The list drawn in place of its table, in a chunk of its own; `kind`: of the things that are shown beside it. The spec has a `map` then. */
  map?: { kind: string; load(): Promise<ComponentType<ListMapProps<T>>> };
  /** What else the page of one says. */
  more?(item: T): readonly Property[];
  shape?: DetailsShape;
  /** What about one wants somebody's decision, above its page. */
  banner?(item: T): ReactNode;
  /** The page below the name, made of its properties; absent: they alone. */
  body?(item: T, properties: ReactNode): ReactNode;
  tabs?: { label: Label<N>; of: readonly ViewTab<T, N>[] };
  /** Dialogs that have an address of their own, by name, as the feature gives them; `edit` is the edit dialog. */
  dialogs?: Readonly<Record<string, Dialog<T>>>;
}

/** A noun's table and what its pages are made of. */
export interface View<T extends Named, N extends SectionName> extends Omit<
  ViewInput<T, N, FieldValues, unknown, FieldValues, unknown>,
  'members'
> {
  section: Section<T, N>;
  members: readonly AnyMember<T, N>[];
  List: () => ReactNode;
  Details: () => ReactNode;
  /** The dialog of a name, in a chunk of its own. */
  dialog(name: string): ReturnType<Dialog<T>>;
}
