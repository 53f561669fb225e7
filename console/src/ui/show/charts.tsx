import { STAT_RANGE_NAMES } from '@gantry/contract/nouns/servers/statistics';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import type { ReactNode } from 'react';
import type { Failure } from '../failure.ts';
import { useUiText } from '../text.ts';
import { ErrorState } from './error-state.tsx';
import './line-chart.css';
import type { ChartTimes } from './use-chart-times.ts';

interface ChartsProps {
  times: ChartTimes;
  /** What is said where nothing was measured. */
  none: string;
  failure?: Failure | undefined;
  retry(): void;
  /** Of the same time, above the charts and also where nothing was measured. */
  above?: ReactNode;
  /** Whether the values are made up by a platform whose guests are simulated. */
  isSimulated?: boolean | undefined;
  /** Each a `LineChart`; empty: nothing was measured; absent: not known yet. */
  children: readonly ReactNode[] | undefined;
}

/** Charts over the same time, with the choice of that, and the way back from a part that was zoomed into. */
export function Charts({ times: { range, choose, zoom, onZoom }, none, failure, retry, above, isSimulated, children }: ChartsProps) {
  const { t } = useUiText();
  return (
    <>
      <div className="gantry-chart-times">
        <ToggleGroup aria-label={t('chart.range')}>
          {STAT_RANGE_NAMES.map((name) => (
            <ToggleGroupItem key={name} text={t(`chart.ago.${name}`)} isSelected={name === range} onChange={() => choose(name)} />
          ))}
        </ToggleGroup>
        {zoom && (
          <Button variant="link" onClick={() => onZoom(undefined)}>
            {t('chart.whole')}
          </Button>
        )}
      </div>
      {above}
      {failure && <ErrorState failure={failure} retry={retry} />}
      {!children && !failure && <Skeleton height="16rem" screenreaderText={t('chart.loading')} />}
      {children && !failure && (
        <>
          <p className="gantry-subtle">{children.length > 0 ? t('chart.hint') : none}</p>
          {children.length > 0 && isSimulated && <p className="gantry-subtle">{t('chart.simulated')}</p>}
          <div className="gantry-charts">{children}</div>
        </>
      )}
    </>
  );
}
