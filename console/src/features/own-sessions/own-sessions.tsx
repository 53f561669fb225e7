import type { AccountSession } from '@gantry/contract/nouns/session/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Ago, Instant } from '../../ui/show/instant.tsx';
import { EndQuestion } from './end-question.tsx';
import './own-sessions.css';

/** Page of the sessions of the user. */
export function Page() {
  const { t } = useTranslation('own-sessions');
  return (
    <>
      <PageHeading>{t('menu.sessions')}</PageHeading>
      <OwnSessions />
    </>
  );
}

/** The sessions of the user, of which one or all others can be ended: a question takes the place of the list until it is answered. */
function OwnSessions() {
  const { t } = useTranslation('own-sessions');
  const describe = useFailure();
  const { data, error, refetch } = useQuery({ ...readOptions(useScopeKey(), api.session.sessions, {}), refetchOnMount: 'always' });
  const [confirming, ask] = useState<AccountSession | 'others'>();
  const nameOf = ({ browser, address }: AccountSession): string => [browser ?? t('unknown'), address].filter(Boolean).join(', ');
  if (confirming !== undefined)
    return (
      <EndQuestion
        session={confirming}
        name={confirming === 'others' ? '' : nameOf(confirming)}
        onDone={() => {
          ask(undefined);
          void refetch();
        }}
        onCancel={() => ask(undefined)}
      />
    );
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="8rem" screenreaderText={t('menu.sessions')} />;
  const sessions = data.data;
  return (
    <>
      <ul className="gantry-own-sessions" aria-label={t('menu.sessions')}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p className="gantry-own-session">
                <strong>
                  <bdi>{session.browser ?? t('unknown')}</bdi>
                </strong>
                {session.is_current && (
                  <Label isCompact color="green">
                    {t('current')}
                  </Label>
                )}
              </p>
              <p className="gantry-own-session is-about">
                {session.address !== null && <bdi>{session.address}</bdi>}
                <span>
                  {t('begun')}: <Instant at={session.created_at} />
                </span>
                <span>
                  {t('used')}: <Ago at={session.last_seen_at} />
                </span>
              </p>
            </div>
            {!session.is_current && (
              <Button variant="secondary" size="sm" aria-label={t('end-named', { name: nameOf(session) })} onClick={() => ask(session)}>
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <p>
          <Button variant="danger" onClick={() => ask('others')}>
            {t('end-others')}
          </Button>
        </p>
      ) : (
        <p>{t('only')}</p>
      )}
    </>
  );
}
