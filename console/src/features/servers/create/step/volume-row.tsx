import { VOLUME_GIB } from '@gantry/contract/constants';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { InputGroup, InputGroupItem, InputGroupText } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { fromGib } from '../../../../ui/show/format-size.ts';
import { Size } from '../../../../ui/show/size.tsx';
import { ComingText } from '../../../../ui/show/coming-text.tsx';
import type { DraftVolume } from '../draft.ts';
import type { ChosenResources } from '../use-chosen.ts';
import { DeviceChoice } from './device-choice.tsx';
import { PolicyChoice, type PolicyChoiceProps } from '../../../../parts/storage-policies/policy-choice.tsx';

interface VolumeRowProps {
  /** From 1. */
  number: number;
  /** How many there are. */
  of: number;
  row: DraftVolume;
  /** What an existing volume or a snapshot is called. */
  nameOf: ChosenResources['nameOf'];
  /** What an existing volume is, once it is known. */
  existing: { size: number } | undefined;
  /** What the snapshot is that a new one is made of, once it is known. */
  snapshot: { size: number } | undefined;
  chosen: PolicyChoiceProps['chosen'];
  /** How many servers alike get one. */
  count: number;
  onChange(row: DraftVolume): void;
  onRemove(): void;
}

/** One volume beside the boot volume: a new one with name and size, empty or made of a snapshot, or an existing one. */
export function VolumeRow({ number, of, row, nameOf, existing, snapshot, chosen, count, onChange, onRemove }: VolumeRowProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const may = useMay();
  const volume = row.volume_id === undefined ? undefined : nameOf.volume(row.volume_id);
  const source = row.snapshot_id === undefined ? undefined : nameOf.snapshot(row.snapshot_id);
  const name = volume ?? (row.name || source || String(number));
  return (
    <fieldset className="gantry-volume" aria-label={t('wizard.volume', { number })}>
      {row.volume_id === undefined ? (
        <>
          <TextInput
            aria-label={t('wizard.volume-name')}
            placeholder={t('wizard.volume-name')}
            value={row.name ?? ''}
            onChange={(_, text) => onChange({ ...row, name: text })}
          />
          {row.installs && <span>{t('wizard.installs')}</span>}
          {row.snapshot_id !== undefined && <span>{source === undefined ? <ComingText /> : t('wizard.made-of', { name: source })}</span>}
          <InputGroup>
            <InputGroupItem isFill>
              <TextInput
                type="number"
                aria-label={t('wizard.volume-size')}
                min={snapshot?.size ?? VOLUME_GIB.min}
                max={VOLUME_GIB.max}
                value={row.size ?? ''}
                onChange={(_, text) => onChange({ ...row, size: text === '' ? undefined : Number(text) })}
              />
            </InputGroupItem>
            <InputGroupText>GiB</InputGroupText>
          </InputGroup>
          {row.snapshot_id === undefined && chosen.policies.length > 0 && (
            <PolicyChoice
              chosen={chosen}
              value={row.storage_policy_id}
              gib={count * (row.size ?? 0)}
              onChange={(policy) => onChange({ ...row, storage_policy_id: policy })}
            />
          )}
        </>
      ) : (
        <span>
          {volume === undefined ? <ComingText /> : <bdi>{volume}</bdi>} {existing && <Size bytes={fromGib(existing.size)} />}
        </span>
      )}
      <FormSelect
        aria-label={t('wizard.boot-order')}
        value={row.boot_order ?? ''}
        onChange={(_, place) => onChange({ ...row, boot_order: place === '' ? undefined : Number(place) })}
      >
        <FormSelectOption value="" label={t('wizard.boot-never')} />
        {Array.from({ length: Math.max(of, row.boot_order ?? 0) }, (_, index) => (
          <FormSelectOption key={index + 1} value={index + 1} label={t('wizard.boot-place', { number: index + 2 })} />
        ))}
      </FormSelect>
      {may(api.servers.migrate) && <DeviceChoice {...row} onChange={(device) => onChange({ ...row, ...device })} />}
      <Checkbox
        id={id}
        label={t('volumes.with-server')}
        isChecked={row.delete_on_termination}
        onChange={(_, on) => onChange({ ...row, delete_on_termination: on })}
      />
      <Button variant="plain" icon={<MinusCircleIcon />} aria-label={t('wizard.remove', { name })} onClick={onRemove} />
    </fieldset>
  );
}
