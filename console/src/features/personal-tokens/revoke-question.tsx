import type { PersonalToken } from '@gantry/contract/nouns/session/tokens';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { RevokeQuestion as Question } from '../../parts/secrets/revoke-question.tsx';

interface RevokeQuestionProps {
  token: PersonalToken;
  onDone(): void;
  onClose(): void;
}

/** Asks before a token is revoked. */
export function RevokeQuestion({ token: { id, name }, onDone, onClose }: RevokeQuestionProps) {
  const { t } = useTranslation('personal-tokens');
  const remove = useCommand(api.session.deleteToken);
  return (
    <Question
      title={t('revoke.title', { name })}
      body={t('revoke.body')}
      confirm={t('revoke.button')}
      said={t('revoke.done', { name })}
      pending={remove.isPending}
      error={remove.error}
      revoke={(then) => remove.mutate({ params: { tokenId: id } }, then)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
