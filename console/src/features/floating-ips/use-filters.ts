import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useChoiceFilter } from '../../app/list/use-choice-filter.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';

/** Floating IPs are also found by the network outside that they are of. */
export function useFilters(state: ListState): ListFilter[] {
  const { t } = useTranslation('floating-ips');
  const may = useMay();
  const network = useChoiceFilter(state, {
    key: 'network',
    label: t('field.network'),
    call: api.networks.list,
    named: 'name',
    valued: 'id',
    optionOf: ({ id, name }) => ({ value: id, label: name || id }),
  });
  return may(api.networks.list) ? [network] : [];
}
