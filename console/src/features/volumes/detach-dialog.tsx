import { isDetachForced } from '@gantry/contract/nouns/servers/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { isDetachable } from '@gantry/contract/nouns/volumes/rules';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand, useItem } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

/** Takes a volume off the server that has it: by force where that runs, and then its name is typed (S2 §4). */
export function DetachDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t } = useTranslation('volumes');
  const reason = useNounReason('volumes');
  const describe = useNounFailure('volumes');
  const refresh = useRefresh('volume');
  const detach = useCommand(api.servers.detachVolume);
  const serverId = volume.attachments[0]?.server_id ?? '';
  const { data: server, error } = useItem(api.servers.read, { serverId }, { enabled: serverId !== '' });
  const verdict = server ? isDetachable(volume, server) : true;
  const forced = server !== undefined && isDetachForced(server);
  const name = volume.name || volume.id;
  const failure = detach.error ?? error;
  return (
    <ConfirmDialog
      title={t('detach.title', { name })}
      body={t(forced ? 'detach.force-body' : 'detach.body')}
      confirm={t(forced ? 'detach.force' : 'detach.action')}
      {...(forced && { phrase: name })}
      danger
      obstacle={obstacle ?? (verdict === true ? undefined : reason(verdict))}
      pending={detach.isPending || (!server && !error)}
      failure={failure ? describe(failure) : undefined}
      onConfirm={() => {
        const body = { action: 'detach_volume', volume_id: volume.id, ...(forced && { force: true }) } as const;
        detach.mutate(
          { params: { serverId }, body },
          {
            onSuccess: () => {
              void refresh();
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    />
  );
}
