import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import { partErrorsAt, partErrorsOf } from '../../ui/form/field-errors.ts';
import { useControlled } from '../../ui/form/use-controlled.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { RouterDraft } from './gateway-draft.ts';
import { keyOf, SubnetField } from './subnet-field.tsx';

/** The subnets that a new router connects, and its address in each. */
export function InterfaceFields<O>({ form }: { form: SchemaForm<RouterDraft, O> }) {
  const { t } = useTranslation('routers');
  const id = useId();
  const options = useOptions(api.networks.list, 'name:asc');
  const { field, fieldState } = useControlled({ form, name: 'interfaces' });
  const { field: ips } = useControlled({ form, name: 'ips' });
  const chosen: readonly string[] = field.value;
  const known = (options.answer?.data ?? []).flatMap((network) =>
    network.subnets.map((subnet) => ({ key: keyOf(network, subnet), label: `${network.name || network.id} ${subnet.cidr}`, subnet })),
  );
  const marks = partErrorsOf(fieldState.error);
  return (
    <>
      <SubnetField
        form={form}
        name="interfaces"
        label={t('tab.interfaces')}
        several
        options={options}
        connected={[]}
        chosen={known.flatMap(({ key, subnet }) => (chosen.includes(key) ? [subnet] : []))}
      />
      {chosen.length > 0 && (
        <FieldShell id={id} label={t('field.ip')} required={false} helper={t('interface.ip-helper')} error={undefined} groupRole="group">
          <div className="gantry-pairs">
            {chosen.map((key, index) => {
              const label = known.find((one) => one.key === key)?.label ?? key;
              return (
                <div key={key} className="gantry-pair">
                  <bdi>{label}</bdi>
                  <TextInput
                    dir="ltr"
                    aria-label={`${t('field.ip')}: ${label}`}
                    value={ips.value[key] ?? ''}
                    validated={partErrorsAt(marks, index)['ip_address'] === undefined ? 'default' : 'error'}
                    onChange={(_, ip) => ips.onChange({ ...ips.value, [key]: ip })}
                    onBlur={field.onBlur}
                  />
                </div>
              );
            })}
          </div>
        </FieldShell>
      )}
    </>
  );
}
