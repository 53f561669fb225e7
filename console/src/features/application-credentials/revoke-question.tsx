import type { ApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { notify } from '../../app/notify/notices.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

interface RevokeQuestionProps {
  credential: ApplicationCredential;
  onDone(): void;
  onClose(): void;
}

/** Asks before a credential is revoked. */
export function RevokeQuestion({ credential, onDone, onClose }: RevokeQuestionProps) {
  const { t } = useTranslation('application-credentials');
  const describe = useFailure();
  const remove = useCommand(api.session.deleteCredential);
  const done = () => {
    notify({ type: 'success', title: t('revoke.done', { name: credential.name }) });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('revoke.title', { name: credential.name })}
      body={t('revoke.body')}
      confirm={t('revoke.button')}
      danger
      pending={remove.isPending}
      failure={remove.error ? describe(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(
          { params: { credentialId: credential.id } },
          {
            onSuccess: done,
            // One that is gone meanwhile is what was wanted.
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
