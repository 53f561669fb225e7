import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useChoiceFilter } from '../../app/list/use-choice-filter.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';

/** Volumes are also found by how their data is kept, and by the servers that have them. */
export function useFilters(state: ListState): ListFilter[] {
  const { t } = useTranslation('volumes');
  const may = useMay();
  // Volumes name their policy by its name.
  const policy = useChoiceFilter(state, {
    key: 'storage_policy',
    label: t('field.policy'),
    call: api.storagePolicies.list,
    named: 'name',
    valued: 'name',
    optionOf: ({ name }) => ({ value: name, label: name }),
  });
  const server = useChoiceFilter(state, {
    key: 'server',
    label: t('field.server'),
    call: api.servers.list,
    named: 'name',
    valued: 'id',
    optionOf: ({ id, name }) => ({ value: id, label: name || id }),
  });
  return [...(may(api.storagePolicies.list) ? [policy] : []), ...(may(api.servers.list) ? [server] : [])];
}
