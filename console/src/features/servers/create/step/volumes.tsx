import { SERVER_LIMITS, VOLUME_GIB } from '@gantry/contract/constants';
import { leastVolumeOf } from '@gantry/contract/nouns/images/media';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { useList } from '../../../../app/api/hooks.ts';
import { describedBy, FieldShell } from '../../../../ui/form/field-shell.tsx';
import { NumberField } from '../../../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../../../ui/show/format-size.ts';
import { creationOf } from '../creation.ts';
import { countOf, type DraftVolume } from '../draft.ts';
import { bootVolumeGib } from '../quota-use.ts';
import type { StepProps } from './step-props.ts';
import { snapshotOf } from '../use-chosen.ts';
import { DeviceChoice } from './device-choice.tsx';
import { PolicyChoice } from '../../../../parts/storage-policies/policy-choice.tsx';
import { VolumeRow } from './volume-row.tsx';
import { useControlled } from '../../../../ui/form/use-controlled.ts';

/** Volumes of a list to choose from. */
const SHOWN = 200;

/** The boot volume, and what else is attached: new volumes, empty or made of snapshots, and existing ones that nobody has. */
export function VolumesStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  return (
    <>
      {draft.volume_id === undefined && (
        <NumberField
          form={form}
          name="volume_size"
          label={t('field.volume-size')}
          unit="GiB"
          min={Math.max(VOLUME_GIB.min, chosen.snapshot.data?.size ?? (chosen.image.data ? leastVolumeOf(chosen.image.data) : 0))}
          max={VOLUME_GIB.max}
          helper={t('create.volume-helper')}
        />
      )}
      {draft.volume_id === undefined && draft.snapshot_id === undefined && chosen.policies.length > 0 && (
        <BootPolicy form={form} draft={draft} chosen={chosen} />
      )}
      <BootFate form={form} />
      <BootDevice form={form} />
      <Further form={form} draft={draft} chosen={chosen} />
    </>
  );
}

/** How the data of the boot volume is kept; one made of a snapshot has the policy of that one's volume. */
function BootPolicy({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field, fieldState } = useControlled({ form, name: 'storage_policy_id' });
  const error = fieldState.error?.message;
  return (
    <FieldShell id={id} label={t('field.policy')} required={false} error={error}>
      <PolicyChoice
        chosen={chosen}
        value={field.value}
        gib={countOf(draft) * bootVolumeGib(creationOf(draft, chosen))}
        onChange={field.onChange}
        control={{ id, 'aria-describedby': describedBy(id, undefined, error) }}
      />
    </FieldShell>
  );
}

function BootFate({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field } = useControlled({ form, name: 'delete_on_termination' });
  return <Checkbox id={id} label={t('wizard.boot-goes')} isChecked={field.value} onChange={(_, on) => field.onChange(on)} />;
}

/** How the guest sees the disk that it boots from: for administrators. */
function BootDevice({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const { field: bus, fieldState } = useControlled({ form, name: 'disk_bus' });
  const { field: type } = useControlled({ form, name: 'device_type' });
  const id = useId();
  if (!may(api.servers.migrate)) return null;
  return (
    <FieldShell
      id={id}
      label={t('wizard.boot-device')}
      required={false}
      groupRole="group"
      helper={t('wizard.device-helper')}
      error={fieldState.error?.message}
    >
      <div className="gantry-volume">
        <DeviceChoice
          disk_bus={bus.value}
          device_type={type.value}
          onChange={({ disk_bus, device_type }) => {
            bus.onChange(disk_bus);
            type.onChange(device_type);
          }}
        />
      </div>
    </FieldShell>
  );
}

function Further({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field, fieldState } = useControlled({ form, name: 'volumes' });
  const available = useList(api.volumes.list, { limit: SHOWN, sort: 'name:asc', status: 'available' });
  const rows: readonly DraftVolume[] = field.value;
  const isFull = rows.length >= SERVER_LIMITS.volumes - 1;
  const taken = new Set([draft.volume_id, ...rows.map(({ volume_id: volume }) => volume)]);
  const left = (available.data?.data ?? []).filter((volume) => !taken.has(volume.id));
  const may = useMay();
  const snapshots = useList(api.volumeSnapshots.list, { limit: SHOWN, sort: 'name:asc', status: 'available' }, undefined, {
    enabled: may(api.volumeSnapshots.list),
  });
  const complete = snapshots.data?.data ?? [];
  const add = (row: DraftVolume) => field.onChange([...rows, row]);
  const isOne = countOf(draft) === 1;
  return (
    <FieldShell
      id={id}
      label={t('wizard.further')}
      required={false}
      groupRole="group"
      helper={t('wizard.further-helper', { max: SERVER_LIMITS.volumes })}
      error={fieldState.error?.message}
    >
      <div className="gantry-pairs">
        {rows.map((row, index) => (
          <VolumeRow
            // A row has no name of its own while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            number={index + 1}
            of={rows.length}
            row={row}
            nameOf={chosen.nameOf}
            existing={chosen.volumes.find((volume) => volume.id === row.volume_id)}
            snapshot={snapshotOf(chosen, row)}
            chosen={chosen}
            count={countOf(draft)}
            onChange={(next) => field.onChange(rows.map((one, at) => (at === index ? next : one)))}
            onRemove={() => field.onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
        <div>
          <Button
            variant="link"
            isInline
            icon={<PlusCircleIcon />}
            isDisabled={isFull}
            onClick={() => add({ size: 10, delete_on_termination: false })}
          >
            {t('wizard.add-empty')}
          </Button>
        </div>
        <AddOne
          label={t(isOne ? (left.length === 0 ? 'wizard.none-available' : 'wizard.add-existing') : 'wizard.only-one')}
          name={t('wizard.add-existing')}
          isDisabled={isFull || !isOne}
          items={left}
          onAdd={({ id: volume }) => add({ volume_id: volume, delete_on_termination: false })}
        />
        {may(api.volumeSnapshots.list) && (
          <AddOne
            label={t(complete.length === 0 ? 'wizard.no-snapshot' : 'wizard.add-of-snapshot')}
            name={t('wizard.add-of-snapshot')}
            isDisabled={isFull}
            items={complete}
            onAdd={({ id: snapshot, size }) => add({ snapshot_id: snapshot, size, delete_on_termination: false })}
          />
        )}
      </div>
    </FieldShell>
  );
}

interface Sized {
  id: string;
  name: string;
  size: number;
}

interface AddOneProps {
  /** What is said while nothing is chosen, and what the choice is called. */
  label: string;
  name: string;
  isDisabled: boolean;
  items: readonly Sized[];
  onAdd(item: Sized): void;
}

/** Adds a row by choosing from what there is. */
function AddOne({ label, name, isDisabled, items, onAdd }: AddOneProps) {
  const { i18n } = useTranslation();
  const onChange = (id: string) => {
    const item = items.find((one) => one.id === id);
    if (item) onAdd(item);
  };
  return (
    <FormSelect aria-label={name} value="" isDisabled={isDisabled || items.length === 0} onChange={(_, id) => onChange(id)}>
      <FormSelectOption value="" label={label} />
      {items.map((one) => (
        <FormSelectOption key={one.id} value={one.id} label={`${one.name || one.id} · ${formatSize(fromGib(one.size), i18n.language)}`} />
      ))}
    </FormSelect>
  );
}
