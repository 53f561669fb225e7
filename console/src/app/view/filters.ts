import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { useChoiceFilter } from '../list/use-choice-filter.ts';
import type { Named } from '../resource/named.ts';
import type { NounName } from '../resource/noun-text.ts';
import { labelOf } from './columns.tsx';
import { useViewContext, type ViewContext } from './context.ts';
import type { AnyMember } from './members.ts';

const optionOf = {
  id: ({ id, name }: Named) => ({ value: id, label: name || id }),
  name: ({ name }: Named) => ({ value: name, label: name }),
};

type UseFilter<N extends NounName> = (state: ListState, context: ViewContext<N>) => ListFilter | undefined;
type UseFilters<N extends NounName> = (state: ListState, context: ViewContext<N>) => readonly ListFilter[];

/** The filters of a list beside the one by name, from its noun's table: a hook, the same in each life of the page. */
export const filtersOf = <T, N extends NounName>(noun: N, members: readonly AnyMember<T, N>[]) => {
  const useAll = members
    .filter(({ filter }) => filter)
    .map((member) => filterHook(member))
    .reduce<UseFilters<N>>(both, () => []);
  return function useFilters(state: ListState): readonly ListFilter[] {
    return useAll(state, useViewContext(noun));
  };
};

/** A hook of some filters and one more. The table never changes: it calls the same hooks each time. */
const both = <N extends NounName>(useSome: UseFilters<N>, useOne: UseFilter<N>): UseFilters<N> =>
  function useBoth(state, context) {
    const some = useSome(state, context);
    const one = useOne(state, context);
    return one ? [...some, one] : some;
  };

/** The filter of one member, as a hook. */
function filterHook<T, N extends NounName>(member: AnyMember<T, N>): UseFilter<N> {
  const { filter, of = '', when } = member;
  const key = filter?.key ?? of;
  const usual = filter?.usual ? { usual: true as const } : {};
  const isThere = (context: ViewContext<N>): boolean => when?.(context, 'list') ?? true;
  if (filter && 'by' in filter) {
    const { by: call, valued = 'id' } = filter;
    return function useChosen(state, context) {
      const label = labelOf(member, context);
      const found = useChoiceFilter(state, { key, label, call, named: 'name', valued, optionOf: optionOf[valued] });
      return isThere(context) && context.may(call) ? { ...found, ...usual } : undefined;
    };
  }
  return (_, context) => {
    if (!filter || !isThere(context)) return undefined;
    const label = labelOf(member, context);
    if ('search' in filter) return { kind: 'search', key, label };
    const options = filter.values.map(({ value, label: word }) => ({ value, label: context.say(word) }));
    return { kind: 'choice', key, label, options, ...usual };
  };
}
