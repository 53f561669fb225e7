import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { id } from '@gantry/contract/wire/values';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { ServerField } from './server-field.tsx';

export const toServer = z.object({ server_id: id });

/** Gives a volume to a server of its project that may take one more. */
export function AttachDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t } = useTranslation('volumes');
  const send = useSend();
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      call={api.servers.attachVolume}
      item={volume}
      schema={toServer}
      defaults={{ server_id: '' }}
      send={({ server_id: serverId }) => send(api.servers.attachVolume, { params: { serverId }, body: { volume_id: volume.id } })}
      label={t('attach.title', { name: volume.name || volume.id })}
      submitLabel={t('attach.action')}
      obstacle={obstacle}
      wide
      confirmOnClose={false}
      onClose={onClose}
    >
      {(form) => <ServerField form={form} volumes={[volume]} />}
    </CommandDialog>
  );
}
