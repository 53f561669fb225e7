import type { Server } from '@gantry/contract/nouns/servers/entity';
import { HISTORY_RESULTS } from '@gantry/contract/nouns/servers/history';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFailure } from '../../../app/errors/failure.ts';
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
          idOf={(event) => `${event.request_id ?? ''} ${event.action} ${event.started_at}`}
          nameOf={({ action }) => didText(t, action)}
          expand={({ request_id: id, action }) => id !== null && <Steps server={server} requestId={id} name={didText(t, action)} />}
          columns={[
            {
              key: 'action',
              kind: 'name',
              sort: 'action',
              label: t('history.action'),
              value: ({ action }) => didText(t, action),
            },
            {
              key: 'result',
              kind: 'status',
              sort: 'result',
              label: t('history.result'),
              value: ({ result }) => t(`history.${result}`),
              render: ({ result }) => <StatusLabel tone={HISTORY_RESULTS[result]}>{t(`history.${result}`)}</StatusLabel>,
            },
            {
              key: 'started',
              kind: 'instant',
              sort: 'started',
              label: t('history.started'),
              value: ({ started_at: at }) => at,
              render: ({ started_at: at }) => <Instant at={at} />,
            },
            {
              key: 'finished',
              kind: 'instant',
              label: t('history.finished'),
              value: ({ finished_at: at }) => at,
              render: ({ finished_at: at }) => at !== null && <Instant at={at} />,
            },
            {
              key: 'user',
              sort: 'user',
              label: t('history.user'),
              value: ({ user_id: id, username: name }) => name ?? id,
            },
            { key: 'message', label: t('history.message'), value: ({ message }) => message },
          ]}
        />
      )}
    </>
  );
}
