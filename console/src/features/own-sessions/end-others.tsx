import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { notify } from '../../app/notify/notices.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

/** Asks before all sessions but this one are ended. @param kind of what is read again then */
export function EndOthers({ kind, onClose }: { kind: string; onClose(): void }) {
  const { t } = useTranslation('own-sessions');
  const describe = useFailure();
  const refresh = useRefresh(kind);
  const { mutate, isPending, error } = useCommand(api.session.endOthers);
  const end = () =>
    mutate(
      {},
      {
        onSuccess: ({ count }) => {
          notify({ type: 'success', title: t('ended', { count }) });
          void refresh();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('ask.others')}
      body={t('ask.consequence')}
      confirm={t('end-others')}
      danger
      pending={isPending}
      failure={error ? describe(error) : undefined}
      onConfirm={end}
      onClose={onClose}
    />
  );
}
