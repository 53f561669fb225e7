import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Label, LabelGroup } from '@patternfly/react-core/dist/esm/components/Label';
import { Toolbar, ToolbarContent, ToolbarGroup, ToolbarItem } from '@patternfly/react-core/dist/esm/components/Toolbar';
import type { ReactNode } from 'react';
import { useUiText } from '../text.ts';
import { ChoiceBox } from './choice-box.tsx';
import type { ListFilter } from './columns.ts';
import { isFiltered, withFilter, withoutFilters, type ListChange, type ListState } from './list-state.ts';
import { SearchBox } from './search-box.tsx';

interface FilterBarProps {
  label: string;
  filters: readonly ListFilter[];
  state: ListState;
  onState(change: ListChange): void;
  /** The list's own buttons, such as the one that creates. */
  children?: ReactNode;
}

const optionLabel = (filter: ListFilter, value: string): string =>
  filter.kind === 'choice' ? (filter.options.find((option) => option.value === value)?.label ?? value) : value;

/** The filters of a list, what is filtered by now, and the list's own buttons. */
export function FilterBar({ label, filters, state, onState, children }: FilterBarProps) {
  const { t } = useUiText();
  const chosen = (key: string) => state.filters[key] ?? [];
  const choose = (key: string, values: readonly string[]) => onState((now) => withFilter(now, key, values));
  return (
    <Toolbar className="gantry-filters" aria-label={label} inset={{ default: 'insetNone' }}>
      <ToolbarContent>
        <ToolbarGroup variant="filter-group">
          {filters.map((filter) => (
            <ToolbarItem key={filter.key}>
              {filter.kind === 'search' ? (
                <SearchBox
                  label={filter.label}
                  value={chosen(filter.key)[0] ?? ''}
                  onSearch={(text) => choose(filter.key, text === '' ? [] : [text])}
                />
              ) : (
                <ChoiceBox filter={filter} chosen={chosen(filter.key)} onChoose={(values) => choose(filter.key, values)} />
              )}
            </ToolbarItem>
          ))}
        </ToolbarGroup>
        {children !== undefined && (
          <ToolbarGroup variant="action-group" align={{ default: 'alignEnd' }}>
            {children}
          </ToolbarGroup>
        )}
      </ToolbarContent>
      {isFiltered(state) && (
        <ToolbarContent>
          <ToolbarGroup variant="label-group">
            {filters
              .filter((filter) => chosen(filter.key).length > 0)
              .map((filter) => (
                <ToolbarItem key={filter.key}>
                  <LabelGroup categoryName={filter.label} numLabels={100}>
                    {chosen(filter.key).map((value) => (
                      <Label
                        key={value}
                        variant="outline"
                        closeBtnAriaLabel={t('filter.remove', { value: optionLabel(filter, value) })}
                        onClose={() =>
                          choose(
                            filter.key,
                            chosen(filter.key).filter((one) => one !== value),
                          )
                        }
                      >
                        {optionLabel(filter, value)}
                      </Label>
                    ))}
                  </LabelGroup>
                </ToolbarItem>
              ))}
            <ToolbarItem>
              <Button variant="link" isInline onClick={() => onState(withoutFilters)}>
                {t('filter.clear-all')}
              </Button>
            </ToolbarItem>
          </ToolbarGroup>
        </ToolbarContent>
      )}
    </Toolbar>
  );
}
