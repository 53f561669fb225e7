import { createImageBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { serverNow } from '../../../../ui/clock.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { ServerDialog } from '../../server-dialog.tsx';

const IMAGE = { kind: 'image', name: 'name' } as const;

/** Makes an image of the boot disk. */
export function CreateImageDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  const [today] = useState(() => serverNow().toISOString().slice(0, 10));
  return (
    <ServerDialog
      server={server}
      kind="image"
      makes={IMAGE}
      call={api.servers.createImage}
      schema={createImageBody}
      defaults={{ name: `${server.name} ${today}` }}
      label={t('dialog.create-image-title', { name: server.name })}
      intro={t('dialog.create-image-body')}
      submitLabel={t('action.create-image')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <TextField form={form} name="name" label={t('dialog.image-name')} required />}
    </ServerDialog>
  );
}
