import { FIRMWARES } from '@gantry/contract/nouns/servers/create';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { PairsField } from '../../../ui/form/pairs-field.tsx';
import { RadioField } from '../../../ui/form/radio-field.tsx';
import { firmwareText } from '../firmware.ts';
import type { StepProps } from './step/step-props.ts';

/** Format of installation media. */
const ISO = 'iso';

/** What is said of the server as a whole; each where the cloud can do it and the image needs it. */
export function Options({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const choosesFirmware = useCapabilities().has('server.create:firmware') && chosen.image.data?.disk_format === ISO;
  return (
    <>
      <CheckboxField form={form} name="ha_enabled" label={t('field.ha')} helper={t('wizard.ha-helper')} />
      {may(api.servers.liveResize) && (
        <CheckboxField form={form} name="allow_live_resize" label={t('wizard.live-resize')} helper={t('wizard.live-resize-helper')} />
      )}
      {(choosesFirmware || draft.firmware !== '') && (
        <RadioField
          form={form}
          name="firmware"
          label={t('field.firmware')}
          options={['' as const, ...FIRMWARES].map((value) => ({ value, label: firmwareText(value) || t('wizard.firmware-any') }))}
        />
      )}
      <TextField form={form} name="tags" label={t('field.tags')} helper={t('edit.tags-helper')} />
      <PairsField
        form={form}
        name="metadata"
        label={t('field.metadata')}
        texts={{ key: t('edit.pair-key'), value: t('edit.pair-value'), add: t('edit.pair-add') }}
      />
    </>
  );
}
