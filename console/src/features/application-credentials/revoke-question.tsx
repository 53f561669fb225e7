import type { ApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { RevokeQuestion as Question } from '../../parts/secrets/revoke-question.tsx';

interface RevokeQuestionProps {
  credential: ApplicationCredential;
  onDone(): void;
  onClose(): void;
}

/** Asks before a credential is revoked. */
export function RevokeQuestion({ credential: { id, name }, onDone, onClose }: RevokeQuestionProps) {
  const { t } = useTranslation('application-credentials');
  const remove = useCommand(api.session.deleteCredential);
  return (
    <Question
      title={t('revoke.title', { name })}
      body={t('revoke.body')}
      confirm={t('revoke.button')}
      said={t('revoke.done', { name })}
      pending={remove.isPending}
      error={remove.error}
      revoke={(then) => remove.mutate({ params: { credentialId: id } }, then)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
