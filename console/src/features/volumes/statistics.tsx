import { SIZE_BASE } from '@gantry/contract/constants';
import { volumeRateQuery, type VolumeRate } from '@gantry/contract/nouns/metrics/queries';
import { STAT_RANGES, type StatRange } from '@gantry/contract/nouns/servers/statistics';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { callApi } from '../../app/api/request.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import type { Points, TimeSpan } from '../../ui/show/chart-scale.ts';
import { Charts } from '../../ui/show/charts.tsx';
import { LineChart } from '../../ui/show/line-chart.tsx';
import { useChartTimes } from '../../ui/show/use-chart-times.ts';
import { valueFormat } from '../../ui/show/value-format.ts';
import { useUiText } from '../../ui/text.ts';

/** Milliseconds between two readings while somebody looks. */
const REFRESH_MS = 30_000;

const RATES: readonly VolumeRate[] = ['read', 'write', 'read-operations', 'write-operations'];

interface Measured {
  span: TimeSpan;
  points: Readonly<Record<VolumeRate, Points>>;
}

/** One query for each line: none of them is more than a selector, which every engine answers. */
async function ask(id: string, range: StatRange, signal: AbortSignal): Promise<Measured> {
  const { seconds, step } = STAT_RANGES[range];
  const end = Math.floor(Date.now() / 1000 / step) * step;
  const start = end - seconds + step;
  const pointsOf = async (rate: VolumeRate): Promise<Points> => {
    const { data } = await callApi(api.metrics.range, { query: { query: volumeRateQuery(rate, id), start, end, step } }, { signal });
    return (data.result[0]?.values ?? []).map(([at, value]) => [at * 1000, Number.isFinite(Number(value)) ? Number(value) : null]);
  };
  const all = await Promise.all(RATES.map(async (rate) => [rate, await pointsOf(rate)] as const));
  return { span: { from: start * 1000, to: end * 1000 }, points: Object.fromEntries(all) as Measured['points'] };
}

/** What is read from a volume and written to it, as charts over the same time. */
export function Statistics({ volume }: { volume: Volume }) {
  const { t, i18n } = useTranslation('volumes');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const scope = useScopeKey();
  const times = useChartTimes();
  const { range, zoom, onZoom } = times;
  const { data, error, refetch } = useQuery({
    queryKey: [scope, 'volumes.statistics', volume.id, range],
    queryFn: ({ signal }) => ask(volume.id, range, signal),
    meta: { kind: undefined, id: undefined },
    retry: false,
    refetchInterval: REFRESH_MS,
  });
  const chartsOf = ({ span, points }: Measured) => {
    const series = (read: VolumeRate, write: VolumeRate) => [
      { name: t('statistics.read'), points: points[read] },
      { name: t('statistics.write'), points: points[write] },
    ];
    return [
      <LineChart
        key="transfer"
        title={t('statistics.transfer')}
        series={series('read', 'write')}
        span={zoom ?? span}
        base={SIZE_BASE}
        format={valueFormat(ui, 'bytes_per_second', i18n.language)}
        onZoom={onZoom}
      />,
      <LineChart
        key="operations"
        title={t('statistics.operations')}
        series={series('read-operations', 'write-operations')}
        span={zoom ?? span}
        format={valueFormat(ui, 'per_second', i18n.language)}
        onZoom={onZoom}
      />,
    ];
  };
  const isMeasured = data && RATES.some((rate) => data.points[rate].length > 0);
  return (
    <TitledCard title={t('statistics.title')}>
      <Charts times={times} none={t('statistics.none')} failure={error ? describe(error) : undefined} retry={() => void refetch()}>
        {data && (isMeasured ? chartsOf(data) : [])}
      </Charts>
    </TitledCard>
  );
}
