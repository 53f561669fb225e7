import { rescueBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { useResourceForm } from '../../../../app/form/use-resource-form.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { ImageField } from './image-field.tsx';

/** Boots a server from an image beside its own disk, so that what is on that disk can be mended. */
export function RescueDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  const form = useResourceForm({
    noun: 'servers',
    kind: 'server',
    call: api.servers.rescue,
    params: { serverId: server.id },
    schema: rescueBody,
    defaults: { image_id: undefined },
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      wide
      label={t('dialog.rescue-title', { name: server.name })}
      intro={t('dialog.rescue-body')}
      submitLabel={t('action.rescue')}
      obstacle={obstacle}
      onCancel={onClose}
    >
      <ImageField form={form} name="image_id" none={t('dialog.rescue-own-image')} />
    </FormDialog>
  );
}
