import { SERVER_LIMITS } from '@gantry/contract/constants';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldShell } from '../../../../ui/form/field-shell.tsx';
import { COMING, ComingText } from '../../../../ui/show/coming-text.tsx';
import { partErrorsAt, partErrorsOf } from '../../../../ui/form/field-errors.ts';
import { interfaceOf, newNic, type DraftNic } from '../../../../parts/networks/nic-draft.ts';
import { NicFields } from '../../../../parts/networks/nic-fields.tsx';
import { countOf, nicsOf } from '../draft.ts';
import type { StepProps } from './step-props.ts';
import { useControlled } from '../../../../ui/form/use-controlled.ts';

/** Paths of what is told at a field of an interface; anything else is told of all of them. */
const AT_FIELD = /^\d+\.(mac_addr|fixed_ips|security_group_ids)(\.|$)/;

/** Each interface under its number and the name of its network, opened where something is said of it; more of them in the same networks. */
export function Interfaces({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field, fieldState } = useControlled({ form, name: 'interfaces' });
  const { field: networks } = useControlled({ form, name: 'network_ids' });
  const nics = nicsOf(draft);
  const isOne = countOf(draft) === 1;
  const marks = partErrorsOf(fieldState.error);
  /** All of them: a network without any is chosen no more. */
  const change = (next: readonly DraftNic[]) => {
    const away = draft.interfaces.filter(({ network_id: network }) => !draft.network_ids.includes(network));
    field.onChange([...next, ...away]);
    const left = draft.network_ids.filter((network) => next.some(({ network_id: of }) => of === network));
    if (left.length < draft.network_ids.length) networks.onChange(left);
  };
  return (
    <FieldShell
      id={id}
      label={t('wizard.interfaces')}
      required={false}
      groupRole="group"
      helper={t('wizard.interfaces-helper', { max: SERVER_LIMITS.interfaces })}
      error={Object.entries(marks).find(([path]) => !AT_FIELD.test(path))?.[1]}
    >
      {nics.map((nic, index) => {
        const ofNic = partErrorsAt(marks, index);
        const network = chosen.nameOf.network(nic.network_id);
        const number = index + 1;
        return (
          <Interface
            // An interface has no name of its own while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${nic.network_id} ${index}`}
            name={network === undefined ? t('wizard.interface', { number }) : t('wizard.interface-in', { number, name: network })}
            isComing={network === undefined}
            isSaid={Object.keys(interfaceOf(nic)).length > 1}
            isWrong={Object.keys(ofNic).length > 0}
            onRemove={() => change(nics.filter((_, at) => at !== index))}
          >
            <NicFields
              nic={nic}
              network={chosen.networks.find((one) => one.id === nic.network_id)}
              marks={ofNic}
              alike={isOne ? undefined : t('wizard.only-one')}
              onChange={(next) => change(nics.with(index, next))}
              onBlur={field.onBlur}
            />
          </Interface>
        );
      })}
      <FormSelect
        aria-label={t('wizard.interface-add')}
        value=""
        isDisabled={nics.length >= SERVER_LIMITS.interfaces}
        onChange={(_, network) => change([...nics, newNic(network)])}
      >
        <FormSelectOption value="" label={t('wizard.interface-add')} />
        {draft.network_ids.map((network) => (
          <FormSelectOption key={network} value={network} label={chosen.nameOf.network(network) ?? COMING} />
        ))}
      </FormSelect>
    </FieldShell>
  );
}

interface InterfaceProps {
  name: string;
  /** What its network is called is being read. */
  isComing: boolean;
  isSaid: boolean;
  isWrong: boolean;
  onRemove(): void;
  children: ReactNode;
}

/** Folded at first, unless something is said already: most interfaces are as the cloud has them. What is wrong with one is in sight. */
function Interface({ name, isComing, isSaid, isWrong, onRemove, children }: InterfaceProps) {
  const { t } = useTranslation('servers');
  const [unfolded, setUnfolded] = useState(isSaid);
  const open = unfolded || isWrong;
  return (
    <div className="gantry-interface">
      <ExpandableSection
        toggleContent={
          <>
            <bdi>{name}</bdi>
            {isComing && (
              <>
                {' '}
                <ComingText />
              </>
            )}
          </>
        }
        isExpanded={open}
        isIndented
        onToggle={(_, expanded) => setUnfolded(expanded)}
      >
        {open && <div className="gantry-nic">{children}</div>}
      </ExpandableSection>
      <Button variant="plain" icon={<MinusCircleIcon />} aria-label={t('wizard.remove', { name })} onClick={onRemove} />
    </div>
  );
}
