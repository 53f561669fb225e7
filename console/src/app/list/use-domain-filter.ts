import type { ChoiceFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { api } from '../api/calls.ts';
import { useChoiceFilter } from './use-choice-filter.ts';

/** By domain, for lists of those who see several. */
export const useDomainFilter = (state: ListState, label: string): ChoiceFilter =>
  useChoiceFilter(state, {
    key: 'domain_id',
    label,
    call: api.domains.list,
    named: 'name',
    valued: 'id',
    optionOf: ({ id, name }: { id: string; name: string }) => ({ value: id, label: name }),
  });
