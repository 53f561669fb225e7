import { lazy, useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Named } from '../resource/named.ts';
import type { SectionName } from '../resource/noun-text.ts';
import { SectionDetails, SectionList } from '../resource/section-pages.tsx';
import type { Section } from '../resource/section.ts';
import { useViewActions, type CopyAction, type ViewAction } from './actions.ts';
import { columnsOf } from './columns.tsx';
import { useViewContext } from './context.ts';
import type { Dialog, View, ViewInput } from './declare.ts';
import { filtersOf } from './filters.ts';
import { ViewTabs } from './tabs.tsx';

/** What a view is made of as the frame reads it: by names that the contract has checked where they were written. */
type Said<T extends Named, N extends SectionName> = Omit<View<T, N>, 'section' | 'List' | 'Details' | 'dialog'>;

/** The pages of a noun, made of its table. */
export function viewOf<
  T extends Named,
  N extends SectionName,
  C extends FieldValues = Record<never, never>,
  O = unknown,
  U extends FieldValues = Record<never, never>,
  P = unknown,
>(section: Section<T, N>, input: ViewInput<T, N, C, O, U, P>): View<T, N>;
export function viewOf<T extends Named, N extends SectionName>(section: Section<T, N>, said: Said<T, N>): View<T, N> {
  const { members, icon, edit, actions = edit ? ['edit' as const] : [], useActions = (same) => same, deletable, placeOf, tabs } = said;
  const { noun } = section;
  const useFilters = filtersOf(noun, members);
  const statuses = section.spec.filters['status'] && members.find(({ kind }) => kind === 'status')?.statuses;

  const dialog = async (name: string): ReturnType<Dialog<T>> => {
    const own = said.dialogs?.[name];
    return own ? own() : (await import('./change-dialog.tsx')).changeDialog(view);
  };
  const table = (page: 'list' | 'details'): (ViewAction<T, N> | CopyAction<T, N>)[] =>
    actions.flatMap((one) => {
      if (one !== 'edit') return one.on === undefined || one.on === page ? [one] : [];
      return edit ? [{ ...edit, label: 'edit.action', dialog: () => dialog('edit') }] : [];
    });
  const rows = { list: table('list'), details: table('details') };

  /** What both pages share. */
  function useShared(page: 'list' | 'details') {
    const context = useViewContext(noun);
    const { ruleFor, ...others } = deletable ?? {};
    return {
      section,
      icon,
      columns: useMemo(() => columnsOf(noun, members, context), [context]),
      actions: useActions(useViewActions(section, rows[page], context, placeOf)),
      deletable: { ...(placeOf && { paramsOf: placeOf }), ...others, ...(ruleFor && { rule: ruleFor(context) }) },
    };
  }

  const { useButton, map: drawn } = said;
  const map = drawn && { kind: drawn.kind, Drawn: lazy(async () => ({ default: await drawn.load() })) };
  const List = () => (
    <SectionList<T>
      {...useShared('list')}
      useFilters={useFilters}
      tabs={said.above}
      map={map}
      {...(statuses && { statuses })}
      {...(useButton && { useButton })}
    />
  );

  const { shape, buttons, more, body = (_, properties) => properties } = said;
  const isTabbed = tabs?.of.some(({ content }) => !content) ?? false;
  const Details = () => (
    <SectionDetails<T>
      {...useShared('details')}
      shape={{ ...(isTabbed && { tabs: tabs!.of.length }), ...shape }}
      {...(buttons && { buttons })}
      {...(more && { more })}
      body={(item, properties) => (
        <>
          {said.banner?.(item)}
          {!isTabbed && body(item, properties)}
          {tabs && <ViewTabs section={section} {...tabs} item={item} properties={isTabbed && body(item, properties)} />}
        </>
      )}
    />
  );

  const view: View<T, N> = { ...said, section, List, Details, dialog };
  return view;
}
