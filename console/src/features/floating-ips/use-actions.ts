import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import { isReleasable } from '@gantry/contract/nouns/floating-ips/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';

const targetOf = ({ attachment }: FloatingIp): string => attachment?.object_name || (attachment?.object_id ?? '');

/** What can be done to floating IPs beside deleting them. */
export function useFloatingIpActions(): Action<FloatingIp>[] {
  const { t } = useTranslation('floating-ips');
  const may = useMay();
  const refresh = useRefresh('floating_ip');
  const release = useCommand(api.floatingIps.release);
  const releaseAll = useCommand(api.floatingIps.bulkRelease);
  const edit = useEditAction<FloatingIp>(
    'floating-ips',
    api.floatingIps.update,
    () => true,
    () => import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  const label = t('release.action');
  return [
    {
      id: 'floatingIps.assign',
      label: t('assign.action'),
      offered: may(api.floatingIps.assign),
      rule: () => true,
      dialog: () => import('./assign-dialog.tsx').then(({ AssignDialog }) => AssignDialog),
    },
    {
      id: 'floatingIps.release',
      label,
      offered: may(api.floatingIps.release),
      rule: isReleasable,
      confirm: (one) => ({
        title: t('release.title', { name: one.name }),
        body: t('release.body', { target: targetOf(one) }),
        confirm: label,
      }),
      run: ({ id }) => release.mutateAsync({ params: { floatingIpId: id } }).then(refresh),
      bulk: {
        label,
        confirm: () => ({
          title: t('release.bulk-title'),
          body: t('release.bulk-body'),
          confirm: label,
        }),
        run: (able) => releaseAll.mutateAsync({ body: { ids: able.map(({ id }) => id) } }).then(refresh),
      },
    },
    edit,
  ];
}
