import { SIZE_BASE } from '@gantry/contract/constants';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { LOAD_BALANCER_STATUSES } from '@gantry/contract/nouns/load-balancers/statuses';
import { balancerQueries, type BalancerFigure } from '@gantry/contract/nouns/metrics/queries';
import type { StatUnit } from '@gantry/contract/nouns/servers/statistics';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useStatusText } from '../../app/resource/noun-text.ts';
import { Timeline } from '../../app/resource/timeline.tsx';
import { useMay } from '../../app/abilities/use-may.ts';
import { useLines } from '../../parts/metrics/use-lines.ts';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { sinceBegin } from '../../ui/show/chart-scale.ts';
import { Charts } from '../../ui/show/charts.tsx';
import { LineChart } from '../../ui/show/line-chart.tsx';
import { useChartTimes } from '../../ui/show/use-chart-times.ts';
import { valueFormat } from '../../ui/show/value-format.ts';
import { useUiText } from '../../ui/text.ts';

/** The charts of a load balancer, and what is in each of them; all of one chart in one unit. Null: what is counted. */
const CHARTS = {
  requests: { unit: 'per_second', figures: ['requests', 'errors'] },
  traffic: { unit: 'bytes_per_second', figures: ['received', 'sent'] },
  sessions: { unit: null, figures: ['sessions'] },
  latency: { unit: 'seconds', figures: ['latency-average', 'latency-p95', 'latency-p99', 'latency-p100'] },
} as const satisfies Record<string, { unit: StatUnit | null; figures: readonly BalancerFigure[] }>;
const CHART_NAMES = Object.keys(CHARTS) as (keyof typeof CHARTS)[];

/** What passes through a load balancer, as charts over the same time; nothing where the cloud measures nothing. */
export function Statistics({ balancer }: { balancer: LoadBalancer }) {
  const { t } = useTranslation('load-balancers');
  const may = useMay();
  if (!may(api.metrics.range)) return null;
  return (
    <TitledCard title={t('statistics.title')}>
      <BalancerCharts balancer={balancer} />
    </TitledCard>
  );
}

function BalancerCharts({ balancer: { id, created_at: created } }: { balancer: LoadBalancer }) {
  const { t, i18n } = useTranslation('load-balancers');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const times = useChartTimes();
  const { range, zoom, onZoom } = times;
  const states = { call: api.loadBalancers.states, statuses: LOAD_BALANCER_STATUSES, text: useStatusText('load-balancers') };
  const { data, error, refetch } = useLines(balancerQueries(id), range);
  const span = data && (zoom ?? sinceBegin(data.span, Date.parse(created)));
  return (
    <Charts
      times={times}
      none={t('statistics.none')}
      failure={error ? describe(error) : undefined}
      retry={() => void refetch()}
      isSimulated={data?.isSimulated}
      above={span && <Timeline id={id} span={span} states={states} />}
    >
      {data &&
        span &&
        CHART_NAMES.flatMap((name) => {
          const { unit, figures } = CHARTS[name];
          const measured = figures.filter((figure) => data.points[figure]?.length);
          if (measured.length === 0) return [];
          const series = measured.map((figure) => ({ name: t(`series.${figure}`), points: data.points[figure] ?? [] }));
          return (
            <LineChart
              key={name}
              title={t(`chart.${name}`)}
              series={series}
              span={span}
              base={unit === 'bytes_per_second' ? SIZE_BASE : 1000}
              format={unit === null ? (value) => numberFormat(i18n.language).format(value) : valueFormat(ui, unit, i18n.language)}
              onZoom={onZoom}
            />
          );
        })}
    </Charts>
  );
}
