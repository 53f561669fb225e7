import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { ApiError } from '../../../../app/api/errors.ts';
import { useSend } from '../../../../app/api/hooks.ts';
import { useRefresh } from '../../../../app/api/use-refresh.ts';
import { wholeText } from '../../../../app/errors/whole-text.ts';
import { notify } from '../../../../app/notify/notices.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useUiText } from '../../../../ui/text.ts';
import { useServerFailure } from '../../reasons.ts';
import { losesData } from '../../loses-data.ts';
import { FateOfVolumes } from '../fate-of-volumes.tsx';
import { LeftPools } from '../left-pools.tsx';

/**
 * Deletes a server, after a look at what becomes of each of its volumes. What is chosen otherwise is said of the volume first, as its tab
 * would say it: where one of these is refused, or Cancel is pressed meanwhile, nothing is deleted.
 */
export function DeleteDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const may = useMay();
  const send = useSend();
  const describe = useServerFailure();
  const refresh = useRefresh('server');
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const goes = ({ id, delete_on_termination: asItIs }: Server['volumes'][number]): boolean => chosen.get(id) ?? asItIs;
  const params = { serverId: server.id };
  const stopping = useRef<AbortController>(undefined);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  const deletion = useMutation({
    mutationFn: async () => {
      const { signal } = (stopping.current = new AbortController());
      for (const volume of server.volumes) {
        const body = { volume_id: volume.id, delete_on_termination: goes(volume) };
        if (body.delete_on_termination !== volume.delete_on_termination) await send(api.servers.updateVolume, { params, body }, signal);
        signal.throwIfAborted();
      }
      await send(api.servers.delete, { params });
    },
    onSuccess: onClose,
    // The deletion itself cannot be called back: where Cancel has closed the question, nobody would see that it was refused.
    onError: (error) => {
      if (isThere.current || !(error instanceof ApiError) || error.kind === 'cancel') return;
      const title = ui('actions.failed', { action: ui('actions.delete'), name: server.name || server.id });
      notify({ type: 'error', title, message: wholeText(describe(error)) });
    },
    // Also what was done before a failure.
    onSettled: () => void refresh(),
  });
  const failure = deletion.error ? describe(deletion.error) : undefined;
  return (
    <ConfirmDialog
      title={t('confirm.delete-title', { name: server.name })}
      body={t('confirm.delete-body')}
      confirm={ui('actions.delete')}
      danger
      {...(losesData(server, goes) && { phrase: server.name || server.id })}
      obstacle={deletion.isPending ? undefined : obstacle}
      pending={deletion.isPending}
      failure={failure}
      disableOnError={failure?.isFinal === true}
      abort={() => stopping.current?.abort()}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      {server.volumes.length > 0 && (
        <FateOfVolumes
          volumes={server.volumes}
          goes={goes}
          onChoose={may(api.servers.updateVolume) ? ({ id }, on) => setChosen(new Map([...chosen, [id, on]])) : undefined}
          isDisabled={deletion.isPending}
        />
      )}
      <LeftPools items={[server]} />
    </ConfirmDialog>
  );
}
