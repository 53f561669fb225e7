import { SERVER_LIMITS, VOLUME_GIB } from '@gantry/contract/constants';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { useList } from '../../../../app/api/hooks.ts';
import { FieldShell } from '../../../../ui/form/field-shell.tsx';
import { NumberField } from '../../../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../../../ui/show/format-size.ts';
import { countOf, type DraftVolume } from '../draft.ts';
import type { StepProps } from './step-props.ts';
import { VolumeRow } from './volume-row.tsx';

/** Volumes of a list to choose from. */
const SHOWN = 200;

/** The boot volume, and what else is attached: new empty volumes, and existing ones that nobody has. */
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
          min={chosen.snapshot.data?.size ?? VOLUME_GIB.min}
          max={VOLUME_GIB.max}
          helper={t('create.volume-helper')}
        />
      )}
      <BootFate form={form} />
      <Further form={form} draft={draft} chosen={chosen} />
    </>
  );
}

function BootFate({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field } = useController({ control: form.fields.control, name: 'delete_on_termination' });
  return <Checkbox id={id} label={t('wizard.boot-goes')} isChecked={field.value} onChange={(_, on) => field.onChange(on)} />;
}

function Further({ form, draft, chosen }: StepProps) {
  const { t, i18n } = useTranslation('servers');
  const id = useId();
  const { field, fieldState } = useController({ control: form.fields.control, name: 'volumes' });
  const available = useList(api.volumes.list, { limit: SHOWN, sort: 'name:asc', status: 'available' });
  const rows: readonly DraftVolume[] = field.value;
  const isFull = rows.length >= SERVER_LIMITS.volumes - 1;
  const taken = new Set([draft.volume_id, ...rows.map(({ volume_id: volume }) => volume)]);
  const left = (available.data?.data ?? []).filter((volume) => !taken.has(volume.id));
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
            row={row}
            existing={chosen.volumes.find((volume) => volume.id === row.volume_id)}
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
        <FormSelect
          aria-label={t('wizard.add-existing')}
          value=""
          isDisabled={isFull || left.length === 0 || !isOne}
          onChange={(_, volume) => volume !== '' && add({ volume_id: volume, delete_on_termination: false })}
        >
          <FormSelectOption
            value=""
            label={t(isOne ? (left.length === 0 ? 'wizard.none-available' : 'wizard.add-existing') : 'wizard.only-one')}
          />
          {left.map((volume) => (
            <FormSelectOption
              key={volume.id}
              value={volume.id}
              label={`${volume.name || volume.id} · ${formatSize(fromGib(volume.size), i18n.language)}`}
            />
          ))}
        </FormSelect>
      </div>
    </FieldShell>
  );
}
