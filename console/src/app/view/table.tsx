import { useMemo, type ReactNode } from 'react';
import type { Named } from '../resource/named.ts';
import type { NounName } from '../resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../resource/reason-text.ts';
import { SubTable } from '../resource/sub-list.tsx';
import { useResourceActions } from '../resource/use-resource-actions.ts';
import { useViewActions, type PlaceOf, type ViewAction } from './actions.ts';
import { columnsOf, nameColumnOf } from './columns.tsx';
import { useViewContext } from './context.ts';
import type { AnyMember } from './members.ts';

/** A noun whose things have no pages: they are rows of a short list. */
export interface RowsOf<T extends Named, N extends NounName> {
  noun: N;
  kind: string;
  /** Under which the address keeps order and search of the list. */
  name: string;
  members: readonly AnyMember<T, N>[];
  actions: readonly ViewAction<T, N>[];
  /** How the paths of its calls name one. */
  placeOf: PlaceOf<T>;
}

interface ViewTableProps<T extends Named, N extends NounName> {
  of: RowsOf<T, N>;
  label: string;
  items: readonly T[];
  /** What can be done with the list as a whole. */
  tools?: ReactNode;
}

/** A short list with what can be done to each row, from its noun's table. */
export function ViewTable<T extends Named, N extends NounName>({ of, label, items, tools }: ViewTableProps<T, N>) {
  const { noun, kind, name, members } = of;
  const context = useViewContext(noun);
  const columns = useMemo(
    () => [nameColumnOf(members, context), ...columnsOf(noun, members, context)].filter(({ on }) => on !== 'details'),
    [noun, members, context],
  );
  const actions = useResourceActions<T>({
    kind,
    reasonText: useNounReason(noun),
    describe: useNounFailure(noun),
    actions: useViewActions(of, of.actions, context, of.placeOf),
    items,
  });
  return (
    <>
      <SubTable
        name={name}
        label={label}
        tools={tools}
        items={items}
        idOf={({ id }) => id}
        nameOf={({ name: called }) => called}
        actions={actions}
        columns={columns}
      />
      {actions.dialog}
    </>
  );
}
