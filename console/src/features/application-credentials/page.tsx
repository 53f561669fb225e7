import type { ApplicationCredential, NewApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey, useSession } from '../../app/session/use-session.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { CredentialTable } from './credential-table.tsx';
import { RevokeQuestion } from './revoke-question.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Page of the application credentials of the user. */
export function Page() {
  const { t } = useTranslation('application-credentials');
  return (
    <>
      <PageHeading>{t('menu.credentials')}</PageHeading>
      <Credentials />
    </>
  );
}

function Credentials() {
  const { t } = useTranslation('application-credentials');
  const describe = useFailure();
  const project = useSession((session) => session.currentProject);
  const { data, error, refetch } = useQuery({ ...readOptions(useScopeKey(), api.session.credentials, {}), refetchOnMount: 'always' });
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewApplicationCredential>();
  const [marked, mark] = useState<string>();
  const [revoked, revoke] = useState<ApplicationCredential>();
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="8rem" screenreaderText={t('menu.credentials')} />;
  const found = data.data;
  const create = (
    <Button variant={found.length === 0 ? 'primary' : 'secondary'} isAriaDisabled={!project} onClick={() => project && setCreating(true)}>
      {t('create.open')}
    </Button>
  );
  const where = !project && <span className="gantry-subtle">{t('create.no-project')}</span>;
  return (
    <>
      {found.length === 0 ? (
        <EmptyState icon={KeyIcon} title={t('empty.title')} body={t('intro')} action={create} />
      ) : (
        <>
          <p>{t('intro')}</p>
          <CredentialTable credentials={found} marked={marked} onRevoke={revoke} />
          <p>{create}</p>
        </>
      )}
      {where}
      {isCreating && project && (
        <CreateDialog
          project={project.name}
          onDone={(credential) => {
            setCreating(false);
            setMade(credential);
            mark(credential.id);
            void refetch();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
      {revoked && (
        <RevokeQuestion
          credential={revoked}
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
