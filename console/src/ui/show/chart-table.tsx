import { useUiText } from '../text.ts';
import type { Series } from './chart-scale.ts';
import { ShortList } from '../list/short-list.tsx';
import type { Column } from '../list/columns.ts';
import { AsTable } from './as-table.tsx';
import { Dash } from './dash.tsx';
import { Instant } from './instant.tsx';

interface ChartTableProps {
  title: string;
  series: readonly Series[];
  format(value: number): string;
}

/** The values of a chart; the latest first. */
export function ChartTable({ title, series, format }: ChartTableProps) {
  const { t } = useUiText();
  const times = series[0]?.points.map(([at]) => at).toReversed() ?? [];
  const rendered = (value: number | null) => (value === null ? <Dash /> : <bdi>{format(value)}</bdi>);
  const valueAt = series.map(({ points }) => new Map(points));
  return (
    <AsTable title={title}>
      {() => (
        <ShortList
          label={title}
          items={times}
          idOf={String}
          nameOf={(at) => new Date(at).toISOString()}
          columns={[
            {
              key: 'time',
              kind: 'name',
              label: t('chart.time'),
              value: (at) => new Date(at).toISOString(),
              render: (at) => <Instant at={new Date(at).toISOString()} />,
            },
            ...series.map(({ name }, index): Column<number> => {
              const value = (at: number) => valueAt[index]?.get(at) ?? null;
              return { key: String(index), kind: 'size', label: name, value, render: (at) => rendered(value(at)) };
            }),
          ]}
        />
      )}
    </AsTable>
  );
}
