import type { Server } from '@gantry/contract/nouns/servers/entity';
import { STAT_RANGES } from '@gantry/contract/nouns/servers/statistics';
import { SERVER_STATUSES } from '@gantry/contract/nouns/servers/statuses';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import type { ApiError } from '../../../app/api/errors.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { Timeline } from '../../../app/resource/timeline.tsx';
import { sinceBegin } from '../../../ui/show/chart-scale.ts';
import { Charts } from '../../../ui/show/charts.tsx';
import { LineChart } from '../../../ui/show/line-chart.tsx';
import { useChartTimes } from '../../../ui/show/use-chart-times.ts';
import { valueFormat } from '../../../ui/show/value-format.ts';
import { useUiText } from '../../../ui/text.ts';
import { statusText } from '../status.ts';
import { chartsOf } from './charts.ts';

/** Milliseconds between two readings while somebody looks. */
const REFRESH_MS = 30_000;

/** What the server has used, as charts over the same time. */
export function StatisticsTab({ server }: { server: Server }) {
  const { t, i18n } = useTranslation('servers');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const times = useChartTimes();
  const { range, zoom, onZoom } = times;
  const options = { query: { range }, refetchInterval: REFRESH_MS };
  const { data, error, refetch } = useItem(api.servers.stat, { serverId: server.id }, options);
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [refetch]);
  const failureOf = (failed: ApiError) => ({ ...describe(failed), ...(failed.status === 503 && { text: t('statistics.down') }) });
  const states = { call: api.servers.states, statuses: SERVER_STATUSES, text: (status: string) => statusText(t, status) };
  const to = data && Date.parse(data.at);
  const whole = to === undefined ? undefined : { from: to - STAT_RANGES[range].seconds * 1000, to };
  const span = zoom ?? (whole && sinceBegin(whole, Date.parse(server.created)));
  return (
    <Charts
      times={times}
      none={t('statistics.none')}
      failure={error ? failureOf(error) : undefined}
      retry={() => void refetch()}
      isSimulated={data?.simulated}
      above={span && <Timeline id={server.id} span={span} states={states} />}
    >
      {data &&
        span &&
        chartsOf(t, data, server).map(({ key, ...chart }) => (
          <LineChart key={key} {...chart} span={span} format={valueFormat(ui, chart.unit, i18n.language)} onZoom={onZoom} />
        ))}
    </Charts>
  );
}
