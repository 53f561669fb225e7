import type { CapacityHistory } from '@gantry/contract/nouns/capacity/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Series, TimeSpan } from '../../ui/show/chart-scale.ts';
import { LineChart } from '../../ui/show/line-chart.tsx';
import { useUiText } from '../../ui/text.ts';
import { outlookText } from './outlook-text.ts';

const HOUR_MS = 3_600_000;
/** Fewer points make no line. */
const POINTS = 2;

export interface Filling {
  /** What fills up, such as `vCPU`. */
  title: string;
  history: CapacityHistory;
  /** 1024 for bytes. */
  base?: number;
  format(value: number): string;
  /** A value of the history in the unit of the chart; as it is where absent. */
  convert?(value: number): number;
}

/** How full things were in the last 30 days, each with its trend and when it is full; the same as tables. */
export function CapacityCharts({ fillings }: { fillings: readonly Filling[] }) {
  const { t } = useTranslation('monitoring');
  const { t: ui } = useUiText();
  const [zoom, setZoom] = useState<TimeSpan>();
  const drawn = fillings.filter(({ history }) => history.used.length >= POINTS);
  if (drawn.length === 0) return <p className="gantry-subtle">{t('capacity.none')}</p>;
  return (
    <>
      {zoom && (
        <div className="gantry-chart-times">
          <Button variant="link" onClick={() => setZoom(undefined)}>
            {ui('chart.whole')}
          </Button>
        </div>
      )}
      <div className="gantry-charts">
        {drawn.map((filling) => (
          <CapacityChart key={filling.title} filling={filling} zoom={zoom} onZoom={setZoom} />
        ))}
      </div>
    </>
  );
}

interface CapacityChartProps {
  filling: Filling;
  zoom: TimeSpan | undefined;
  onZoom(span: TimeSpan | undefined): void;
}

function CapacityChart({ filling: { title, history, base, format, convert = same }, zoom, onZoom }: CapacityChartProps) {
  const { t, i18n } = useTranslation('monitoring');
  const { used, trend, limit } = history;
  const from = Date.parse(history.since ?? '');
  const [usedName, trendName, limitName] = [t('capacity.used'), t('capacity.trend'), t('capacity.limit')];
  const series = useMemo<Series[]>(() => {
    const points = (value: (hour: number) => number | null): Series['points'] =>
      used.map((_, hour) => {
        const amount = value(hour);
        return [from + hour * HOUR_MS, amount === null ? null : convert(amount)];
      });
    const last = used.length - 1;
    return [
      { name: usedName, points: points((hour) => used[hour] ?? null) },
      // Also while there is none: each line keeps its colour.
      { name: trendName, points: points((hour) => trend && Math.max(0, trend.from + ((trend.to - trend.from) * hour) / last)) },
      ...(limit === null ? [] : [{ name: limitName, points: points(() => limit) }]),
    ];
  }, [used, trend, limit, from, convert, usedName, trendName, limitName]);
  return (
    <div className="gantry-capacity">
      <LineChart
        title={title}
        series={series}
        span={zoom ?? { from, to: from + (used.length - 1) * HOUR_MS }}
        {...(base !== undefined && { base })}
        format={format}
        onZoom={onZoom}
      />
      <p>{outlookText(t, history, i18n.language, (value) => format(convert(value)))}</p>
    </div>
  );
}

const same = (value: number): number => value;
