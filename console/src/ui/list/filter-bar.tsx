import type { ReactNode } from 'react';
import { ChoiceBox } from './choice-box.tsx';
import type { ListFilter } from './columns.ts';
import { FilterField } from './filter-field.tsx';
import { withFilter, type ListChange, type ListState } from './list-state.ts';

interface FilterBarProps {
  label: string;
  /** The first one, if it searches, is what text without a filter's name is for. */
  filters: readonly ListFilter[];
  state: ListState;
  onState(change: ListChange): void;
  /** The list's own buttons. */
  children?: ReactNode;
}

/** One row: the field that takes every filter of a list, beside it the usual ones, and the list's own buttons. */
export function FilterBar({ label, filters, state, onState, children }: FilterBarProps) {
  const usual = filters.flatMap((filter) => (filter.kind === 'choice' && filter.usual ? [filter] : []));
  return (
    <search className="gantry-filters" aria-label={label}>
      <div className="gantry-filter-group">
        <div className="gantry-filter-place">
          <FilterField label={label} filters={filters} state={state} onState={onState} />
        </div>
        {usual.map((filter) => (
          <ChoiceBox
            key={filter.key}
            filter={filter}
            chosen={state.filters[filter.key] ?? []}
            onChoose={(values) => onState((now) => withFilter(now, filter.key, values))}
          />
        ))}
      </div>
      {children !== undefined && <div className="gantry-filter-tools">{children}</div>}
    </search>
  );
}
