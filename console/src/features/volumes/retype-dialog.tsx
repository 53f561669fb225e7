import { volumeRetypeBody } from '@gantry/contract/nouns/volumes/bodies';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { storageLeft } from '../../parts/quotas/storage-left.ts';
import { useQuota } from '../../parts/quotas/use-quota.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';

/** Changes how the data of a volume is kept. */
export function RetypeDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t } = useTranslation('volumes');
  const { t: resource } = useTranslation('resource');
  const policies = useOptions(api.storagePolicies.list, 'name:asc');
  const quota = useQuota(volume.project_id);
  const left = (policy: string) => storageLeft(quota, policy);
  const obstacleOf = (policy: string) => {
    if (policy === volume.storage_policy_name) return t('retype.same');
    return (left(policy) ?? Infinity) < volume.size ? resource('policy.full') : undefined;
  };
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      call={api.volumes.retype}
      item={volume}
      schema={volumeRetypeBody}
      defaults={{ storage_policy_id: '' }}
      label={t('retype.title', { name: volume.name || volume.id })}
      intro={t('retype.body')}
      submitLabel={t('retype.action')}
      obstacle={obstacle}
      wide
      confirmOnClose={false}
      onClose={onClose}
    >
      {(form) => (
        <ResourceField
          options={policies}
          form={form}
          name="storage_policy_id"
          label={t('field.policy')}
          cells={[
            {
              label: resource('policy.left'),
              of: ({ name }) => (left(name) === undefined ? resource('policy.unlimited') : <Size bytes={fromGib(left(name)!)} />),
            },
          ]}
          obstacleOf={({ name }) => obstacleOf(name)}
        />
      )}
    </CommandDialog>
  );
}
