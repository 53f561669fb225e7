import { SERVER_LIMITS } from '@gantry/contract/constants';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isVolumeAttachable } from '@gantry/contract/nouns/servers/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { id } from '@gantry/contract/wire/values';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { ThingField } from '../../app/form/thing-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounReason } from '../../app/resource/reason-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';

const schema = z.object({ server_id: id });

/** Gives a volume to a server of its project that may take one more. */
export function AttachDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t, i18n } = useTranslation('volumes');
  const send = useSend();
  const reason = useNounReason('volumes');
  const servers = useOptions(api.servers.list, 'name:asc');
  const obstacleOf = (server: Server) => {
    if (server.project_id !== volume.project_id) return t('attach.other-project');
    const verdict = isVolumeAttachable(server);
    return verdict === true ? undefined : reason(verdict);
  };
  const free = ({ volumes }: Server) => new Intl.NumberFormat(i18n.language).format(Math.max(0, SERVER_LIMITS.volumes - volumes.length));
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      call={api.servers.attachVolume}
      item={volume}
      schema={schema}
      defaults={{ server_id: '' }}
      send={({ server_id: serverId }) => send(api.servers.attachVolume, { params: { serverId }, body: { volume_id: volume.id } })}
      label={t('attach.title', { name: volume.name || volume.id })}
      submitLabel={t('attach.action')}
      obstacle={obstacle}
      wide
      confirmOnClose={false}
      onClose={onClose}
    >
      {(form) => (
        <ThingField
          options={servers}
          form={form}
          name="server_id"
          label={t('attach.server')}
          cells={[{ label: t('attach.free'), of: free }]}
          obstacleOf={obstacleOf}
        />
      )}
    </CommandDialog>
  );
}
