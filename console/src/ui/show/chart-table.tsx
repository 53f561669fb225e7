import { useState } from 'react';
import { useUiText } from '../text.ts';
import type { Series } from './chart-scale.ts';
import { DataTable } from './data-table.tsx';
import { Instant } from './instant.tsx';

interface ChartTableProps {
  title: string;
  series: readonly Series[];
  format(value: number): string;
}

/** The values of a chart for those who do not see it, or want them exactly; the latest first. Made when it is unfolded. */
export function ChartTable({ title, series, format }: ChartTableProps) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  const times = series[0]?.points.map(([at]) => at).toReversed() ?? [];
  const valueAt = series.map(({ points }) => new Map(points));
  return (
    <details className="gantry-chart-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${title}: ${t('chart.table')}`}>{t('chart.table')}</summary>
      {open && (
        <DataTable
          label={title}
          items={times}
          keyOf={String}
          columns={[
            { label: t('chart.time'), render: (at) => <Instant at={new Date(at).toISOString()} /> },
            ...series.map(({ name }, index) => ({
              label: name,
              render: (at: number) => {
                const value = valueAt[index]?.get(at) ?? null;
                return value === null ? '–' : <bdi>{format(value)}</bdi>;
              },
            })),
          ]}
        />
      )}
    </details>
  );
}
