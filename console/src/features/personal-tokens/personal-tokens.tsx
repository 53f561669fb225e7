import type { NewPersonalToken, PersonalToken } from '@gantry/contract/nouns/session/tokens';
import { PERSONAL_TOKENS_MAX } from '@gantry/contract/nouns/session/tokens';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { RevokeQuestion } from './revoke-question.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TokenTable } from './token-table.tsx';

/** Page of the tokens of the user. */
export function Page() {
  const { t } = useTranslation('personal-tokens');
  return (
    <>
      <PageHeading>{t('menu.tokens')}</PageHeading>
      <PersonalTokens />
    </>
  );
}

function PersonalTokens() {
  const { t } = useTranslation('personal-tokens');
  const describe = useFailure();
  const { data, error, refetch } = useQuery({ ...readOptions(useScopeKey(), api.session.tokens, {}), refetchOnMount: 'always' });
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewPersonalToken>();
  const [marked, mark] = useState<string>();
  const [revoked, revoke] = useState<PersonalToken>();
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="8rem" screenreaderText={t('menu.tokens')} />;
  const tokens = data.data;
  const isFull = tokens.length >= PERSONAL_TOKENS_MAX;
  const create = (
    <Button variant={tokens.length === 0 ? 'primary' : 'secondary'} isAriaDisabled={isFull} onClick={() => !isFull && setCreating(true)}>
      {t('create.open')}
    </Button>
  );
  return (
    <>
      {tokens.length === 0 ? (
        <EmptyState icon={KeyIcon} title={t('empty.title')} body={t('intro')} action={create} />
      ) : (
        <>
          <p>{t('intro')}</p>
          <TokenTable tokens={tokens} marked={marked} onRevoke={revoke} />
          <p>
            {create} {isFull && <span className="gantry-subtle">{t('fields.tokens_too_many', { max: PERSONAL_TOKENS_MAX })}</span>}
          </p>
        </>
      )}
      {isCreating && (
        <CreateDialog
          onDone={(token) => {
            setCreating(false);
            setMade(token);
            mark(token.id);
            void refetch();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
      {revoked && (
        <RevokeQuestion
          token={revoked}
          onDone={() => {
            revoke(undefined);
            void refetch();
          }}
          onClose={() => revoke(undefined)}
        />
      )}
    </>
  );
}
