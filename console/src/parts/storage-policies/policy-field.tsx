import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { storageLeft } from '../quotas/storage-left.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { useSession } from '../../app/session/use-session.ts';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';

interface PolicyFieldProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  /** GiB that it is to have. */
  size: number;
  /** What no choice means, and the policy that this is; the cloud's default where absent. */
  usual?: { name: string; policy: string | null };
}

/** How the data of a new volume is kept: what it has by itself first, each with what the quota leaves of it. Nothing to choose: no field. */
export function PolicyField<I extends FieldValues & { storage_policy_id?: string | undefined }, O>({
  form,
  size,
  usual: given,
}: PolicyFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const policies = useOptions(api.storagePolicies.list, 'name:asc');
  const quota = useQuota(useSession((session) => session.currentProject?.id));
  const found = policies.answer?.data;
  if (found?.length === 0 && policies.search === '') return null;
  const cloud = given ? undefined : found?.find((policy) => policy.is_default);
  const usual = given ?? { name: cloud?.name ?? t('policy.any'), policy: cloud?.name ?? null };
  const optionOf = (id: string, name: string, policy: string | null): PickOption => {
    const left = storageLeft(quota, policy);
    return {
      id,
      name,
      cells: [left === undefined ? t('policy.unlimited') : <Size key="left" bytes={fromGib(left)} />],
      ...(left !== undefined && left < size && { obstacle: t('policy.full') }),
    };
  };
  return (
    <PickField
      {...policies}
      form={form}
      name={'storage_policy_id' as FieldPath<I>}
      label={t('policy.label')}
      headers={[t('policy.label'), t('policy.left')]}
      options={
        found && [
          optionOf('', usual.name, usual.policy),
          ...found.filter((policy) => policy !== cloud).map(({ id, name }) => optionOf(id, name, name)),
        ]
      }
    />
  );
}
