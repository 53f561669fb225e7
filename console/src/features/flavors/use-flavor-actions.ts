import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { isAccessEditable } from '@gantry/contract/nouns/flavors/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useDeleteAction, useResourceActions } from '../../app/resource/use-resource-actions.ts';
import type { Action } from '../../ui/action/action.ts';
import type { Actions } from '../../ui/action/use-actions.tsx';

/** What can be done to flavors on the screen. */
export function useFlavorActions(items: readonly Flavor[], onBulkDone?: () => void): Actions<Flavor> {
  const { t } = useTranslation('flavors');
  const may = useMay();
  const kind = 'flavor';
  const remove = useDeleteAction<Flavor>({ noun: 'flavors', kind, calls: api.flavors });
  const setAccess: Action<Flavor> = {
    id: 'flavors.setAccess',
    label: t('access.edit'),
    offered: may(api.flavors.setAccess),
    rule: isAccessEditable,
    dialog: () => import('./access-dialog.tsx').then(({ AccessDialog }) => AccessDialog),
  };
  return useResourceActions({ kind, actions: [setAccess, remove], items, onBulkDone });
}
