import { resetStateBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { RadioField } from '../../../../ui/form/radio-field.tsx';
import { ServerDialog } from '../../server-dialog.tsx';

/** The way out of a state that nothing ends. */
export function ResetStateDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={api.servers.resetState}
      schema={resetStateBody}
      defaults={{ state: 'error' }}
      danger
      label={t('dialog.reset-state-title', { name: server.name })}
      intro={t('dialog.reset-state-body')}
      submitLabel={t('action.reset-state')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <RadioField
          form={form}
          name="state"
          label={t('dialog.reset-state-to')}
          options={[
            { value: 'error', label: t('status.ERROR'), description: t('dialog.reset-state-error') },
            { value: 'active', label: t('status.ACTIVE'), description: t('dialog.reset-state-active') },
          ]}
        />
      )}
    </ServerDialog>
  );
}
