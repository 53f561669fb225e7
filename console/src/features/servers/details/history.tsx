import type { Server } from '@gantry/contract/nouns/servers/entity';
import { HISTORY_RESULTS } from '@gantry/contract/nouns/servers/history';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFailure } from '../../../app/errors/failure.ts';
import { Dash } from '../../../ui/show/dash.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { Instant } from '../../../ui/show/instant.tsx';
import { StatusLabel } from '../../../ui/show/status-label.tsx';
import { Steps } from './steps.tsx';
import { useEvents } from './use-events.ts';

/** An action of the history in words (S2 §4); one that is not known by name stays as it came. */
const didText = (t: TFunction<'servers'>, action: string): string => t(`did.${action}` as 'did.start', { defaultValue: action });

/** What was done to a server, newest first, with the steps of each. Read anew whenever the server changes. */
export function HistoryTab({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const describe = useFailure();
  const { data, error, refetch } = useEvents(server);
  const events = data?.data.toSorted((a, b) => b.started_at.localeCompare(a.started_at));
  return (
    <>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {!events && !error && <Skeleton height="8rem" screenreaderText={t('history.label')} />}
      {events && (
        <SubTable
          name="history"
          empty={t('history.empty')}
          label={t('history.label')}
          items={events}
          keyOf={(event) => `${event.request_id ?? ''} ${event.action} ${event.started_at}`}
          unfolding={{
            nameOf: ({ action }) => didText(t, action),
            more: ({ request_id: id, action }) =>
              id === null ? undefined : () => <Steps server={server} requestId={id} name={didText(t, action)} />,
          }}
          columns={[
            {
              key: 'action',
              label: t('history.action'),
              value: ({ action }) => didText(t, action),
              render: ({ action }) => didText(t, action),
            },
            {
              key: 'result',
              label: t('history.result'),
              value: ({ result }) => t(`history.${result}`),
              render: ({ result }) => <StatusLabel tone={HISTORY_RESULTS[result]}>{t(`history.${result}`)}</StatusLabel>,
            },
            {
              key: 'started',
              label: t('history.started'),
              value: ({ started_at: at }) => at,
              render: ({ started_at: at }) => <Instant at={at} />,
            },
            { label: t('history.finished'), render: ({ finished_at: at }) => (at === null ? <Dash /> : <Instant at={at} />) },
            {
              key: 'user',
              label: t('history.user'),
              value: ({ user_id: id, username: name }) => name ?? id,
              render: ({ user_id: id, username: name }) => (id === null ? <Dash /> : <bdi>{name ?? id}</bdi>),
            },
            { label: t('history.message'), render: ({ message }) => (message === null ? <Dash /> : <bdi>{message}</bdi>) },
          ]}
        />
      )}
    </>
  );
}
