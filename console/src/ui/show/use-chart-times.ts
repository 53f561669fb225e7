import { DEFAULT_STAT_RANGE, type StatRange } from '@gantry/contract/nouns/servers/statistics';
import { useState } from 'react';
import type { TimeSpan } from './chart-scale.ts';

/** Of which time charts are: one of the ranges, and the part of it that was zoomed into. */
export interface ChartTimes {
  range: StatRange;
  choose(range: StatRange): void;
  zoom: TimeSpan | undefined;
  onZoom(span: TimeSpan | undefined): void;
}

/** The time of charts that stand together. Another range is seen as a whole. */
export function useChartTimes(): ChartTimes {
  const [range, setRange] = useState<StatRange>(DEFAULT_STAT_RANGE);
  const [zoom, onZoom] = useState<TimeSpan>();
  const choose = (next: StatRange) => {
    setRange(next);
    onZoom(undefined);
  };
  return { range, choose, zoom, onZoom };
}
