import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useId, useState, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { FieldShell } from '../../../../ui/form/field-shell.tsx';
import { interfaceOf, type DraftNic } from '../../attachments/nic-draft.ts';
import { NicFields } from '../../attachments/nic-fields.tsx';
import { countOf, nicIn } from '../draft.ts';
import { useOptions } from '../../../../app/list/use-options.ts';
import type { StepProps } from './step-props.ts';

/** The networks of the server, one interface each, and what more is to be said of those. */
export function NetworksStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const networks = useOptions(api.networks.list, 'name:asc');
  return (
    <>
      <PickField
        {...networks}
        form={form}
        name="network_ids"
        several
        label={t('field.networks')}
        required
        helper={t('create.networks-helper')}
        headers={[t('field.name'), t('field.subnets')]}
        options={networks.answer?.data.map((one) => ({
          id: one.id,
          name: one.name,
          cells: [<bdi key="subnets">{one.subnets.map(({ cidr }) => cidr).join(', ') || '–'}</bdi>],
        }))}
      />
      {draft.network_ids.length > 0 && <Interfaces form={form} draft={draft} chosen={chosen} />}
    </>
  );
}

/** Each interface under the name of its network, opened where something is said of it. */
function Interfaces({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field, fieldState } = useController({ control: form.fields.control, name: 'interfaces' });
  const isOne = countOf(draft) === 1;
  const change = (nic: DraftNic) =>
    field.onChange([...draft.interfaces.filter(({ network_id: network }) => network !== nic.network_id), nic]);
  return (
    <FieldShell id={id} label={t('wizard.interfaces')} required={false} groupRole="group" error={fieldState.error?.message}>
      {draft.network_ids.map((network) => {
        const nic = nicIn(draft, network);
        const known = chosen.networks.find((one) => one.id === network);
        return (
          <Interface key={network} name={known?.name ?? network} isSaid={Object.keys(interfaceOf(nic)).length > 1}>
            <NicFields nic={nic} network={known} alike={isOne ? undefined : t('wizard.only-one')} onChange={change} onBlur={field.onBlur} />
          </Interface>
        );
      })}
    </FieldShell>
  );
}

/** Folded at first, unless something is said already: most interfaces are as the cloud has them. */
function Interface({ name, isSaid, children }: { name: string; isSaid: boolean; children: ReactNode }) {
  const { t } = useTranslation('servers');
  const [open, setOpen] = useState(isSaid);
  return (
    <ExpandableSection
      toggleContent={<bdi>{t('wizard.interface-in', { name })}</bdi>}
      isExpanded={open}
      isIndented
      onToggle={(_, expanded) => setOpen(expanded)}
    >
      {open && <div className="gantry-nic">{children}</div>}
    </ExpandableSection>
  );
}
