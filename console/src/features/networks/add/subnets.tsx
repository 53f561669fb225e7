import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { partErrorsAt, partErrorsOf } from '../../../ui/form/field-errors.ts';
import { useControlled } from '../../../ui/form/use-controlled.ts';
import { newSubnet } from '../subnet-draft.ts';
import { SubnetFields } from '../subnet-fields.tsx';
import type { NetworkForm } from './types.ts';

/** The subnet of IPv4 of a network whose addresses are managed. */
export function Ipv4Fields({ form }: { form: NetworkForm }) {
  const { field, fieldState } = useControlled({ form, name: 'subnets' });
  const [ipv4 = newSubnet(4), ...others] = field.value;
  return (
    <SubnetFields
      draft={ipv4}
      marks={partErrorsAt(partErrorsOf(fieldState.error), 0)}
      onChange={(draft) => field.onChange([draft, ...others])}
      onBlur={field.onBlur}
    />
  );
}

/** The one of IPv6, for who wants it. */
export function Ipv6Fields({ form }: { form: NetworkForm }) {
  const { t } = useTranslation('networks');
  const id = useId();
  const { field, fieldState } = useControlled({ form, name: 'subnets' });
  const [ipv4 = newSubnet(4), ipv6] = field.value;
  return (
    <>
      <Checkbox
        id={id}
        label={t('add.ipv6')}
        isChecked={ipv6 !== undefined}
        onChange={(_, on) => field.onChange(on ? [ipv4, newSubnet(6)] : [ipv4])}
      />
      {ipv6 && (
        <SubnetFields
          draft={ipv6}
          marks={partErrorsAt(partErrorsOf(fieldState.error), 1)}
          onChange={(draft) => field.onChange([ipv4, draft])}
          onBlur={field.onBlur}
        />
      )}
    </>
  );
}
