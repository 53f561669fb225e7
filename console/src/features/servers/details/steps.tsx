import type { Server } from '@gantry/contract/nouns/servers/entity';
import { HISTORY_RESULTS } from '@gantry/contract/nouns/servers/history';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { ShortList } from '../../../ui/list/short-list.tsx';
import { CopyText } from '../../../ui/show/copy-text.tsx';
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
        <ShortList
          label={t('history.steps', { name })}
          items={data.data.map((step, index) => ({ ...step, row: `${index} ${step.step} ${step.started_at}` }))}
          idOf={({ row }) => row}
          nameOf={({ step }) => step}
          columns={[
            // A task state has words of its own; the names of an engine's functions stay as they are.
            {
              key: 'step',
              kind: 'name',
              label: t('history.step'),
              value: ({ step }) => t(`task.${step}` as 'task.scheduling', { defaultValue: step }),
            },
            {
              key: 'result',
              kind: 'status',
              label: t('history.result'),
              value: ({ result }) => t(`history.${result}`),
              render: ({ result }) => <StatusLabel tone={HISTORY_RESULTS[result]}>{t(`history.${result}`)}</StatusLabel>,
            },
            {
              key: 'started',
              kind: 'instant',
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
            { key: 'message', label: t('history.message'), value: ({ message }) => message },
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
