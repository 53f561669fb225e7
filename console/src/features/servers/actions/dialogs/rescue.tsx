import { rescueBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { ImageField } from '../../../../parts/images/image-field.tsx';
import { ServerDialog } from '../../server-dialog.tsx';

/** Boots a server from an image beside its own disk, so that what is on that disk can be mended. */
export function RescueDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={api.servers.rescue}
      schema={rescueBody}
      defaults={{ image_id: undefined }}
      wide
      label={t('dialog.rescue-title', { name: server.name })}
      intro={t('dialog.rescue-body')}
      submitLabel={t('action.rescue')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <ImageField form={form} name="image_id" none={t('dialog.rescue-own-image')} />}
    </ServerDialog>
  );
}
