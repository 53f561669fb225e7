import { SNAPSHOT_SCHEDULE } from '@gantry/contract/constants';
import { volumeScheduleBody } from '@gantry/contract/nouns/volumes/bodies';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { NumberField } from '../../ui/form/fields.tsx';

const { hours, keep } = SNAPSHOT_SCHEDULE;
/** What is offered where there is no schedule yet: a week of days. */
const USUAL = { hours: 24, keep: 7 };

/** Has snapshots of a volume taken by themselves. */
export function ScheduleDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t } = useTranslation('volumes');
  const schedule = volume.snapshot_schedule;
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      call={api.volumes.schedule}
      item={volume}
      schema={volumeScheduleBody}
      defaults={schedule ? { hours: schedule.hours, keep: schedule.keep } : USUAL}
      label={t('schedule.title', { name: volume.name || volume.id })}
      intro={t('schedule.body')}
      submitLabel={t('schedule.save')}
      obstacle={obstacle}
      confirmOnClose={false}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NumberField
            form={form}
            name="hours"
            label={t('schedule.hours')}
            required
            unit={t('schedule.unit')}
            min={hours.min}
            max={hours.max}
          />
          <NumberField form={form} name="keep" label={t('schedule.keep')} required min={0} max={keep} helper={t('schedule.keep-helper')} />
        </>
      )}
    </CommandDialog>
  );
}
