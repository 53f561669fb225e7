import type { PersonalToken } from '@gantry/contract/nouns/session/tokens';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { notify } from '../../app/notify/notices.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

/** Asks before a token is revoked. */
export function RevokeQuestion({ token, onDone, onClose }: { token: PersonalToken; onDone(): void; onClose(): void }) {
  const { t } = useTranslation('personal-tokens');
  const describe = useFailure();
  const remove = useCommand(api.session.deleteToken);
  const done = () => {
    notify({ type: 'success', title: t('revoke.done', { name: token.name }) });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('revoke.title', { name: token.name })}
      body={t('revoke.body')}
      confirm={t('revoke.button')}
      danger
      pending={remove.isPending}
      failure={remove.error ? describe(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(
          { params: { tokenId: token.id } },
          {
            onSuccess: done,
            // One that has ended meanwhile is what was wanted.
            onError: (error) => {
              if (error.kind === 'not-found') done();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
