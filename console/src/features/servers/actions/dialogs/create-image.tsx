import { createImageBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { useResourceForm } from '../../../../app/form/use-resource-form.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../../../ui/form/fields.tsx';

/** Makes an image of the boot disk. */
export function CreateImageDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const form = useResourceForm({
    noun: 'servers',
    kind: 'image',
    call: api.servers.createImage,
    params: { serverId: server.id },
    schema: createImageBody,
    defaults: { name: `${server.name} ${today}` },
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      label={t('dialog.create-image-title', { name: server.name })}
      intro={t('dialog.create-image-body')}
      submitLabel={t('action.create-image')}
      obstacle={obstacle}
      onCancel={onClose}
    >
      <TextField form={form} name="name" label={t('dialog.image-name')} required />
    </FormDialog>
  );
}
