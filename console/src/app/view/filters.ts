import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { useChoiceFilter } from '../list/use-choice-filter.ts';
import type { Named } from '../resource/named.ts';
import type { SectionName } from '../resource/noun-text.ts';
import { labelOf } from './columns.tsx';
import { useViewContext, type ViewContext } from './context.ts';
import type { AnyMember } from './members.ts';

const optionOf = {
  id: ({ id, name }: Named) => ({ value: id, label: name || id }),
  name: ({ name }: Named) => ({ value: name, label: name }),
};

/** The filters of a list beside the one by name, from its noun's table: a hook, the same in each life of the page. */
export const filtersOf = <T, N extends SectionName>(noun: N, members: readonly AnyMember<T, N>[]) => {
  const filtered = members.filter(({ filter }) => filter);
  return function useFilters(state: ListState): readonly ListFilter[] {
    const context = useViewContext(noun);
    const filters: ListFilter[] = [];
    // The table never changes: these are the same hooks each time.
    for (const member of filtered) {
      const filter = useFilter(member, state, context); // oxlint-disable-line react-hooks/rules-of-hooks
      if (filter) filters.push(filter);
    }
    return filters;
  };
};

function useFilter<T, N extends SectionName>(member: AnyMember<T, N>, state: ListState, context: ViewContext<N>): ListFilter | undefined {
  const { filter, of = '', when } = member;
  const key = filter?.key ?? of;
  const label = labelOf(member, context);
  const isThere = when?.(context, 'list') ?? true;
  if (filter && 'by' in filter) {
    const { by: call, valued = 'id' } = filter;
    const found = useChoiceFilter(state, { key, label, call, named: 'name', valued, optionOf: optionOf[valued] }); // oxlint-disable-line react-hooks/rules-of-hooks
    return isThere && context.may(call) ? found : undefined;
  }
  const options = filter?.values.map(({ value, label: word }) => ({ value, label: context.say(word) })) ?? [];
  return isThere ? { kind: 'choice', key, label, options } : undefined;
}
