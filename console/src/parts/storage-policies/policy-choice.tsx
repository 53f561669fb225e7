import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { StoragePolicy } from '@gantry/contract/nouns/storage-policies/entity';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useTranslation } from 'react-i18next';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { storageLeft } from '../quotas/storage-left.ts';

export interface PolicyChoiceProps {
  /** What can be chosen, and what the project may still have of it; undefined where that is not known. */
  chosen: { policies: readonly StoragePolicy[]; quota: Quota | undefined };
  /** Id of the policy; undefined: the cloud's default. */
  value: string | undefined;
  /** GiB that shall be of it, of all servers that are asked for. */
  gib: number;
  onChange(id: string | undefined): void;
  /** What ties it to its label. */
  control?: { id: string; 'aria-describedby'?: string | undefined };
}

/**
 * How the data of a new volume is kept: the cloud's default, and the other policies, each with what the quota leaves of it; one that has too
 * little left cannot be chosen.
 */
export function PolicyChoice({ chosen: { policies, quota }, value, gib, onChange, control }: PolicyChoiceProps) {
  const { t, i18n } = useTranslation('resource');
  const usual = policies.find((policy) => policy.is_default);
  const left = (name: string) => storageLeft(quota, name);
  const label = (name: string): string => {
    const most = left(name);
    return most === undefined ? name : t('policy.named-left', { name, size: formatSize(fromGib(most), i18n.language) });
  };
  return (
    <FormSelect
      {...(control ?? { 'aria-label': t('policy.label') })}
      value={value ?? ''}
      onChange={(_, id) => onChange(id === '' ? undefined : id)}
    >
      <FormSelectOption value="" label={usual ? label(usual.name) : t('policy.any')} />
      {policies
        .filter((policy) => policy !== usual)
        .map(({ id, name }) => (
          <FormSelectOption key={id} value={id} label={label(name)} isDisabled={gib > (left(name) ?? Infinity)} />
        ))}
    </FormSelect>
  );
}
