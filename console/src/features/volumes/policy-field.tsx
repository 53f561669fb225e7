import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { storageLeft } from '../../app/resource/storage-left.ts';
import { useSession } from '../../app/session/use-session.ts';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';
import type { VolumeForm } from './use-volume-form.ts';
import { useQuota } from '../../app/resource/use-quota.ts';

/** How the data of a new volume is kept: the cloud's default first, each with what the quota leaves of it. Nothing to choose: no field. */
export function PolicyField({ form }: { form: VolumeForm }) {
  const { t } = useTranslation('volumes');
  const policies = useOptions(api.storagePolicies.list, 'name:asc');
  const quota = useQuota(useSession((session) => session.currentProject?.id));
  const size = useWatch({ control: form.fields.control, name: 'size' }) ?? 0;
  const found = policies.answer?.data;
  if (found?.length === 0 && policies.search === '') return null;
  const usual = found?.find((policy) => policy.is_default);
  const optionOf = (id: string, name: string, policy: string | null): PickOption => {
    const left = storageLeft(quota, policy);
    return {
      id,
      name,
      cells: [left === undefined ? t('add.unlimited') : <Size key="left" bytes={fromGib(left)} />],
      ...(left !== undefined && left < size && { obstacle: t('add.policy-full') }),
    };
  };
  return (
    <PickField
      {...policies}
      form={form}
      name="storage_policy_id"
      label={t('field.policy')}
      headers={[t('field.policy'), t('add.policy-left')]}
      options={
        found && [
          optionOf('', usual?.name ?? t('add.policy-any'), usual?.name ?? null),
          ...found.filter((policy) => policy !== usual).map(({ id, name }) => optionOf(id, name, name)),
        ]
      }
    />
  );
}
