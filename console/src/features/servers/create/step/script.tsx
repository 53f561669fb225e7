import { SERVER_LIMITS } from '@gantry/contract/constants';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { UserDataNotes } from '../user-data-notes.tsx';
import { FileTextField } from '../../../../ui/form/file-text-field.tsx';
import type { StepProps } from './step-props.ts';
import { useControlled } from '../../../../ui/form/use-controlled.ts';

/** One more than may be, so that a file that is too long is told so. */
const LOOKED_AT = SERVER_LIMITS.scriptBytes + 1;

/** What the guest does when it comes up for the first time. */
export function ScriptStep({ form, draft }: StepProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field } = useControlled({ form, name: 'config_drive' });
  const file = { label: t('wizard.script-file'), accept: '.sh,.yaml,.yml,.ign,.gz,text/*', limit: LOOKED_AT, binary: true };
  return (
    <>
      <FileTextField form={form} name="user_data" label={t('wizard.step.script')} helper={t('wizard.script-helper')} file={file} />
      <UserDataNotes text={draft.user_data ?? ''} />
      <Checkbox
        id={id}
        label={t('wizard.config-drive')}
        description={t('wizard.config-drive-helper')}
        isChecked={field.value}
        onChange={(_, on) => field.onChange(on)}
      />
    </>
  );
}
