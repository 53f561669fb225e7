import { isDefaultGroup } from '@gantry/contract/nouns/security-groups/rules';
import type { Entities } from '@gantry/contract';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { describedBy, FieldShell } from '../../ui/form/field-shell.tsx';
import { partErrorsAt, type PartErrors } from '../../ui/form/field-errors.ts';
import { TextRows } from '../../ui/form/text-rows.tsx';
import './nic.css';
import { addressErrors, type DraftNic } from './nic-draft.ts';

type Network = Pick<Entities['network'], 'subnets' | 'ipam_enabled'>;

/** Groups to choose from. */
const SHOWN = 200;

interface NicFieldsProps {
  nic: DraftNic;
  /** Undefined where it is not known: then nothing is ruled out. */
  network: Network | undefined;
  /** Whose groups it may have; absent: those of the scope. */
  projectId?: string;
  /** What is wrong, by paths in the interface that is asked for. */
  marks: PartErrors;
  /** Why it has no addresses of its own. */
  alike?: string | undefined;
  /** It is there already: its hardware address stays. */
  isThere?: boolean;
  onChange(nic: DraftNic): void;
  onBlur?(): void;
}

/** What of an interface can be chosen beside its network. */
export function NicFields({ nic, network, projectId, marks, alike, isThere = false, onChange, onBlur }: NicFieldsProps) {
  const { t } = useTranslation('resource');
  const id = useId();
  // What has been typed is asked for, and stays to be seen.
  const has = (version: 4 | 6): boolean =>
    nic.fixed_ips[`ipv${version}`].length > 0 || (network?.subnets.some((subnet) => subnet.ip_version === version) ?? true);
  const wrong = addressErrors(nic, marks);
  const macError = marks['mac_addr'];
  const addresses = (key: 'ipv4' | 'ipv6') => (
    <FieldShell id={`${id}-${key}`} label={t(`nic.${key}`)} required={false} groupRole="group" error={undefined}>
      <TextRows
        what={t(`nic.${key}-one`)}
        add={t(`nic.${key}-add`)}
        values={nic.fixed_ips[key]}
        placeholder={isThere ? '' : t('nic.automatic')}
        isDisabled={alike !== undefined}
        errors={wrong[key]}
        onChange={(typed) => onChange({ ...nic, fixed_ips: { ...nic.fixed_ips, [key]: typed } })}
        onBlur={onBlur}
      />
    </FieldShell>
  );
  return (
    <>
      {(has(4) || has(6)) && (
        <FieldShell
          id={`${id}-ips`}
          label={t('nic.addresses')}
          required={false}
          groupRole="group"
          helper={alike ?? (isThere ? undefined : t('nic.addresses-helper'))}
          error={marks['fixed_ips']}
        >
          <div className="gantry-nic-addresses">
            {has(4) && addresses('ipv4')}
            {has(6) && addresses('ipv6')}
          </div>
        </FieldShell>
      )}
      {!isThere && (
        <FieldShell id={`${id}-mac`} label={t('nic.mac')} required={false} error={macError}>
          <TextInput
            id={`${id}-mac`}
            dir="ltr"
            value={nic.mac_addr}
            placeholder={t('nic.automatic')}
            isDisabled={alike !== undefined}
            validated={macError === undefined ? 'default' : 'error'}
            {...(macError !== undefined && { 'aria-describedby': describedBy(`${id}-mac`, undefined, macError) })}
            onChange={(_, typed) => onChange({ ...nic, mac_addr: typed })}
            {...(onBlur && { onBlur })}
          />
        </FieldShell>
      )}
      <Checkbox
        id={`${id}-protection`}
        label={t('nic.spoofing')}
        description={t('nic.spoofing-helper')}
        isChecked={nic.spoofing_protection}
        onChange={(_, on) => onChange({ ...nic, spoofing_protection: on, ...(!on && { security_group_ids: undefined }) })}
      />
      <Groups
        nic={nic}
        isManaged={network?.ipam_enabled ?? true}
        projectId={projectId}
        error={Object.values(partErrorsAt(marks, 'security_group_ids'))[0]}
        onChange={(groups) => onChange({ ...nic, security_group_ids: groups })}
      />
    </>
  );
}

interface GroupsProps extends Pick<NicFieldsProps, 'nic'> {
  isManaged: boolean;
  projectId: string | undefined;
  error: string | undefined;
  /** Undefined: the default group alone. */
  onChange(groups: string[] | undefined): void;
}

function Groups({ nic, isManaged, projectId, error, onChange }: GroupsProps) {
  const { t } = useTranslation('resource');
  const id = useId();
  const may = useMay();
  const offered = may(api.securityGroups.list);
  const filter = projectId === undefined ? {} : { project_id: projectId };
  const answer = useList(api.securityGroups.list, { limit: SHOWN, sort: 'name:asc', ...filter }, undefined, { enabled: offered });
  if (!offered) return null;
  const why = !isManaged ? 'nic.groups-unmanaged' : !nic.spoofing_protection ? 'nic.groups-unprotected' : undefined;
  const groups = answer.data?.data ?? [];
  const usual = groups.filter(isDefaultGroup).map((group) => group.id);
  const chosen = nic.security_group_ids ?? usual;
  const choose = (group: string, on: boolean) => {
    const next = on ? [...chosen, group] : chosen.filter((one) => one !== group);
    onChange(next.length === usual.length && next.every((one) => usual.includes(one)) ? undefined : next);
  };
  return (
    <FieldShell id={id} label={t('nic.groups')} required={false} groupRole="group" error={error} {...(why && { helper: t(why) })}>
      {why === undefined &&
        groups.map((group) => (
          <Checkbox
            key={group.id}
            id={`${id}-${group.id}`}
            label={<bdi>{group.name}</bdi>}
            {...(group.description !== null && { description: <bdi>{group.description}</bdi> })}
            isChecked={chosen.includes(group.id)}
            onChange={(_, on) => choose(group.id, on)}
          />
        ))}
      {why === undefined && answer.data?.data.length === 0 && (
        <HelperText>
          <HelperTextItem>{t('nic.groups-none')}</HelperTextItem>
        </HelperText>
      )}
    </FieldShell>
  );
}
