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
import { SubTable } from '../../app/resource/sub-list.tsx';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Ago, Instant } from '../../ui/show/instant.tsx';
import { EndQuestion } from './end-question.tsx';

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
      <SubTable
        name="sessions"
        label={t('menu.sessions')}
        items={sessions}
        idOf={({ id }) => id}
        nameOf={nameOf}
        actions={plainActions((session: AccountSession) =>
          session.is_current ? [] : [{ id: 'end', label: t('end'), danger: true, onSelect: () => ask(session) }],
        )}
        columns={[
          {
            key: 'browser',
            kind: 'name',
            sort: 'browser',
            label: t('browser'),
            value: ({ browser }) => browser ?? t('unknown'),
            render: ({ browser, is_current: isCurrent }) => (
              <>
                <bdi>{browser ?? t('unknown')}</bdi>{' '}
                {isCurrent && (
                  <Label isCompact color="green">
                    {t('current')}
                  </Label>
                )}
              </>
            ),
          },
          { key: 'address', kind: 'address', sort: 'address', label: t('address'), value: ({ address }) => address },
          {
            key: 'begun',
            kind: 'instant',
            sort: 'begun',
            label: t('begun'),
            value: ({ created_at: at }) => at,
            render: ({ created_at: at }) => <Instant at={at} />,
          },
          {
            key: 'used',
            kind: 'time',
            sort: 'used',
            label: t('used'),
            value: ({ last_seen_at: at }) => at,
            render: ({ last_seen_at: at }) => <Ago at={at} />,
          },
        ]}
      />
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
