import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { Select, SelectList, SelectOption } from '@patternfly/react-core/dist/esm/components/Select';
import { Toolbar, ToolbarContent, ToolbarGroup, ToolbarItem } from '@patternfly/react-core/dist/esm/components/Toolbar';
import FilterIcon from '@patternfly/react-icons/dist/esm/icons/filter-icon';
import { useState, type ReactNode } from 'react';
import { popperHost } from '../action/popper-host.ts';
import { useUiText } from '../text.ts';
import { ChoiceBox } from './choice-box.tsx';
import type { ListFilter } from './columns.ts';
import { FilterChips } from './filter-chips.tsx';
import { isFiltered, withFilter, type ListChange, type ListState } from './list-state.ts';
import { SearchBox } from './search-box.tsx';

interface FilterBarProps {
  label: string;
  filters: readonly ListFilter[];
  state: ListState;
  onState(change: ListChange): void;
  /** The list's own buttons. */
  children?: ReactNode;
}

/** The search and the usual filters of a list in one row, the others behind a button until they are wanted; below, what is filtered by now. */
export function FilterBar({ label, filters, state, onState, children }: FilterBarProps) {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const chosen = (key: string) => state.filters[key] ?? [];
  const choose = (key: string, values: readonly string[]) => onState((now) => withFilter(now, key, values));
  const isUsual = (filter: ListFilter) => (filter.kind === 'search' ? filter === filters[0] : filter.usual === true);
  const shown = filters.filter((filter) => isUsual(filter) || wanted.includes(filter.key) || chosen(filter.key).length > 0);
  const others = filters.filter((filter) => !shown.includes(filter));
  return (
    <Toolbar className="gantry-filters" aria-label={label} inset={{ default: 'insetNone' }}>
      <ToolbarContent>
        <ToolbarGroup variant="filter-group">
          {shown.map((filter) => (
            <ToolbarItem key={filter.key}>
              {filter.kind === 'search' ? (
                <SearchBox
                  label={filter.label}
                  value={chosen(filter.key)[0] ?? ''}
                  startsFocused={wanted.includes(filter.key)}
                  onSearch={(text) => choose(filter.key, text === '' ? [] : [text])}
                />
              ) : (
                <ChoiceBox
                  filter={filter}
                  chosen={chosen(filter.key)}
                  startsOpen={wanted.includes(filter.key)}
                  onChoose={(values) => choose(filter.key, values)}
                />
              )}
            </ToolbarItem>
          ))}
          {others.length > 0 && (
            <ToolbarItem>
              <MoreFilters
                filters={others}
                onWant={(filter) => {
                  if (filter.kind === 'choice') filter.onOpen?.();
                  setWanted([...wanted, filter.key]);
                }}
              />
            </ToolbarItem>
          )}
        </ToolbarGroup>
        {children !== undefined && (
          <ToolbarGroup variant="action-group" align={{ default: 'alignEnd' }}>
            {children}
          </ToolbarGroup>
        )}
      </ToolbarContent>
      {isFiltered(state) && (
        <ToolbarContent>
          <FilterChips filters={filters} state={state} onState={onState} />
        </ToolbarContent>
      )}
    </Toolbar>
  );
}

/** The filters that are not seen yet: the one that is chosen comes into the row. */
function MoreFilters({ filters, onWant }: { filters: readonly ListFilter[]; onWant(filter: ListFilter): void }) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  return (
    <Select
      role="menu"
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={(_, key) => {
        const found = filters.find((filter) => filter.key === key);
        setOpen(false);
        if (found) onWant(found);
      }}
      popperProps={{ appendTo: popperHost }}
      toggle={(ref) => (
        <MenuToggle ref={ref} isExpanded={open} icon={<FilterIcon />} onClick={() => setOpen(!open)}>
          {t('filter.more')}
        </MenuToggle>
      )}
    >
      <SelectList aria-label={t('filter.more')}>
        {filters.map(({ key, label }) => (
          <SelectOption key={key} value={key}>
            {label}
          </SelectOption>
        ))}
      </SelectList>
    </Select>
  );
}
