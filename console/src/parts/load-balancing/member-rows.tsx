import type { Server } from '@gantry/contract/nouns/servers/entity';
import { POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHelp, FieldShell } from '../../ui/form/field-shell.tsx';
import { partErrorsAt, type PartErrors } from '../../ui/form/field-errors.ts';
import './load-balancing.css';
import { placesOf } from './member-draft.ts';
import type { MemberDraft } from './pool-draft.ts';

interface MemberRowsProps {
  members: readonly MemberDraft[];
  marks: PartErrors;
  serverOf(id: string): Server | undefined;
  networkId: string | null | undefined;
  onChange(members: MemberDraft[]): void;
  onBlur(): void;
}

/** One row for each member that is chosen: where it gets what arrives, how much of it, and whether at all. */
export function MemberRows({ members, marks, serverOf, networkId, onChange, onBlur }: MemberRowsProps) {
  const { t } = useTranslation('load-balancer-pools');
  const id = useId();
  if (members.length === 0) return null;
  const set = (index: number, part: Partial<MemberDraft>) => onChange(members.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <FieldShell
      id={id}
      label={t('members.chosen')}
      required={false}
      helper={t('members.weight-helper')}
      error={marks['']}
      groupRole="group"
    >
      <div className="gantry-pairs">
        {members.map((member, index) => {
          const server = serverOf(member.server_id);
          const name = server?.name || member.server_id;
          const [wrong] = Object.values(partErrorsAt(marks, index));
          const rowId = `${id}-${index}`;
          const described = wrong !== undefined && { 'aria-describedby': `${rowId}-help` };
          return (
            <div key={`${member.server_id} ${member.address ?? ''}`} {...(wrong !== undefined && { 'data-field-error': name })}>
              <div className="gantry-member">
                <bdi>{name}</bdi>
                <Address
                  label={t('member.address-of', { name })}
                  places={server ? placesOf(server, networkId).map(({ ip, network }) => ({ ip, label: `${ip} (${network})` })) : []}
                  address={member.address}
                  onChange={(address) => set(index, { address })}
                />
                <TextInput
                  type="number"
                  min={0}
                  max={POOL_LIMITS.weight}
                  aria-label={t('member.weight-of', { name })}
                  value={member.weight ?? ''}
                  validated={wrong === undefined ? 'default' : 'error'}
                  {...described}
                  onChange={(_, text) => set(index, { weight: text === '' ? undefined : Number(text) })}
                  onBlur={onBlur}
                />
                <Checkbox
                  id={`${rowId}-enabled`}
                  label={t('member.enabled')}
                  aria-label={t('member.enabled-of', { name })}
                  isChecked={member.enabled !== false}
                  onChange={(_, enabled) => set(index, { enabled })}
                />
              </div>
              {wrong !== undefined && <FieldHelp id={rowId} text={wrong} isError />}
            </div>
          );
        })}
      </div>
    </FieldShell>
  );
}

interface AddressProps {
  label: string;
  places: readonly { ip: string; label: string }[];
  address: string | undefined;
  onChange(address: string): void;
}

/** The address of a member; chosen where its server has several. */
function Address({ label, places, address, onChange }: AddressProps) {
  if (places.length < 2) return <bdi dir="ltr">{address}</bdi>;
  return (
    <FormSelect aria-label={label} value={address ?? ''} onChange={(_, ip) => onChange(ip)}>
      {places.map((place) => (
        <FormSelectOption key={place.ip} value={place.ip} label={place.label} />
      ))}
    </FormSelect>
  );
}
