import { useState, type ReactNode } from 'react';
import { useUiText } from '../text.ts';
import './line-chart.css';

interface AsTableProps {
  /** Of the picture. */
  title: string;
  /** The table, made when it is unfolded. */
  children(): ReactNode;
}

/** What a picture shows, for those who do not see it, or want it exactly. */
export function AsTable({ title, children }: AsTableProps) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  return (
    <details className="gantry-chart-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${title}: ${t('chart.table')}`}>{t('chart.table')}</summary>
      {open && children()}
    </details>
  );
}
