import type { Server } from '@gantry/contract/nouns/servers/entity';
import { DEFAULT_STAT_RANGE, STAT_RANGE_NAMES, STAT_RANGES, type StatRange } from '@gantry/contract/nouns/servers/statistics';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import type { ApiError } from '../../../app/api/errors.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import type { TimeSpan } from '../../../ui/show/chart-scale.ts';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { LineChart } from '../../../ui/show/line-chart.tsx';
import { useUiText } from '../../../ui/text.ts';
import { chartsOf, valueFormat } from './charts.ts';

/** Milliseconds between two readings while somebody looks. */
const REFRESH_MS = 30_000;

/** What the server has used, as charts over the same time. */
export function StatisticsTab({ server }: { server: Server }) {
  const { t, i18n } = useTranslation('servers');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const [range, setRange] = useState<StatRange>(DEFAULT_STAT_RANGE);
  const [zoom, setZoom] = useState<TimeSpan>();
  const options = { query: { range }, refetchInterval: REFRESH_MS };
  const { data, error, refetch } = useItem(api.servers.stat, { serverId: server.id }, options);
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [refetch]);
  const choose = (next: StatRange) => {
    setRange(next);
    setZoom(undefined);
  };
  // What was measured before an outage does not stand for what is now.
  const shown = error ? undefined : data;
  const failureOf = (failed: ApiError) => ({ ...describe(failed), ...(failed.status === 503 && { text: t('statistics.down') }) });
  const to = data && Date.parse(data.at);
  const span = zoom ?? (to !== undefined && { from: to - STAT_RANGES[range].seconds * 1000, to });
  return (
    <>
      <div className="gantry-tab-actions">
        <ToggleGroup aria-label={t('statistics.range')}>
          {STAT_RANGE_NAMES.map((name) => (
            <ToggleGroupItem key={name} text={t(`ago.${name}`)} isSelected={name === range} onChange={() => choose(name)} />
          ))}
        </ToggleGroup>
        {zoom && (
          <Button variant="link" onClick={() => setZoom(undefined)}>
            {ui('chart.whole')}
          </Button>
        )}
      </div>
      {error && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="16rem" screenreaderText={t('statistics.loading')} />}
      {shown && <p className="gantry-subtle">{t(shown.series.length > 0 ? 'statistics.hint' : 'statistics.none')}</p>}
      {shown && span && (
        <div className="gantry-charts">
          {chartsOf(t, shown, server).map(({ key, ...chart }) => (
            <LineChart key={key} {...chart} span={span} format={valueFormat(t, chart.unit, i18n.language)} onZoom={setZoom} />
          ))}
        </div>
      )}
    </>
  );
}
