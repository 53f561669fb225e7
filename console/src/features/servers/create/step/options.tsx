import { requiredTraits } from '@gantry/contract/nouns/flavors/traits';
import { isMedium } from '@gantry/contract/nouns/images/media';
import { FIRMWARES } from '@gantry/contract/nouns/servers/create';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../../app/abilities/use-ability.ts';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { DescriptionField } from '../../../../ui/form/description-field.tsx';
import { RadioField } from '../../../../ui/form/radio-field.tsx';
import { firmwareText } from '../../../../parts/servers/firmware.ts';
import { TraitField } from '../../../../parts/traits/trait-field.tsx';
import { WordsFields } from '../../../../app/form/words-fields.tsx';
import type { StepProps } from './step-props.ts';

/** What is said of the server as a whole; each where the cloud can do it and the image needs it. */
export function OptionsStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const can = useCapabilities();
  const choosesFirmware = can.has('server.create:firmware') && chosen.image.data !== undefined && isMedium(chosen.image.data);
  return (
    <>
      <DescriptionField form={form} label={t('field.description')} />
      {can.has('server.create:ha_enabled') && (
        <CheckboxField form={form} name="ha_enabled" label={t('field.ha')} helper={t('wizard.ha-helper')} />
      )}
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
      {(can.has('server.create:traits') || draft.traits.length > 0) && (
        <TraitField
          form={form}
          name="traits"
          helper={t('wizard.traits-helper')}
          ofFlavor={requiredTraits(chosen.flavor.data?.extra_specs ?? {})}
          unlessNone={draft.traits.length === 0}
        />
      )}
      <WordsFields form={form} tags="tags" metadata="metadata" />
    </>
  );
}
