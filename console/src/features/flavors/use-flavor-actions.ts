import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { isAccessEditable } from '@gantry/contract/nouns/flavors/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import type { Action } from '../../ui/action/action.ts';

/** What can be done to flavors beside deleting them. */
export function useFlavorActions(): Action<Flavor>[] {
  const { t } = useTranslation('flavors');
  const may = useMay();
  const setAccess: Action<Flavor> = {
    id: 'flavors.setAccess',
    label: t('access.edit'),
    offered: may(api.flavors.setAccess),
    rule: isAccessEditable,
    dialog: () => import('./access-dialog.tsx').then(({ AccessDialog }) => AccessDialog),
  };
  return [setAccess];
}
