import type { Server } from '@gantry/contract/nouns/servers/entity';
import { HISTORY_RESULTS } from '@gantry/contract/nouns/servers/history';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { Dash } from '../../../ui/show/dash.tsx';
import { CopyText } from '../../../ui/show/copy-text.tsx';
import { DataTable } from '../../../ui/show/data-table.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { Instant } from '../../../ui/show/instant.tsx';
import { StatusLabel } from '../../../ui/show/status-label.tsx';

interface StepsProps {
  server: Server;
  /** The action's, and what it is called. */
  requestId: string;
  name: string;
}

/** What an action was made of, and why a step failed, as far as the reader is told. Read anew whenever the server changes. */
export function Steps({ server, requestId, name }: StepsProps) {
  const { t } = useTranslation('servers');
  const describe = useFailure();
  const { data, error, refetch } = useItem(api.servers.steps, { serverId: server.id }, { query: { request_id: requestId } });
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [refetch, server.revision]);
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="3rem" screenreaderText={t('history.steps', { name })} />;
  return (
    <>
      {data.data.length === 0 && <p>{t('history.no-steps')}</p>}
      {data.data.length > 0 && (
        <DataTable
          label={t('history.steps', { name })}
          items={data.data}
          keyOf={({ step, started_at: at }, index) => `${index} ${step} ${at}`}
          columns={[
            // A task state has words of its own; the names of an engine's functions stay as they are.
            { label: t('history.step'), render: ({ step }) => <bdi>{t(`task.${step}` as 'task.scheduling', { defaultValue: step })}</bdi> },
            {
              label: t('history.result'),
              render: ({ result }) => <StatusLabel tone={HISTORY_RESULTS[result]}>{t(`history.${result}`)}</StatusLabel>,
            },
            { label: t('history.started'), render: ({ started_at: at }) => <Instant at={at} /> },
            { label: t('history.finished'), render: ({ finished_at: at }) => (at === null ? <Dash /> : <Instant at={at} />) },
            { label: t('history.message'), render: ({ message }) => (message === null ? <Dash /> : <bdi>{message}</bdi>) },
          ]}
        />
      )}
      {data.data.map(
        ({ step, traceback }, index) =>
          traceback !== null && (
            <details key={`${index} ${step}`}>
              <summary>{t('history.traceback', { step })}</summary>
              <pre dir="ltr">{traceback}</pre>
            </details>
          ),
      )}
      <p className="gantry-subtle">
        {t('history.request')} <CopyText text={requestId} label={t('history.request')} />
      </p>
    </>
  );
}
