import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Label, LabelGroup } from '@patternfly/react-core/dist/esm/components/Label';
import { ToolbarGroup, ToolbarItem } from '@patternfly/react-core/dist/esm/components/Toolbar';
import { useUiText } from '../text.ts';
import type { ChoiceFilter, ListFilter } from './columns.ts';
import { withFilter, withoutFilters, type ListChange, type ListState } from './list-state.ts';

interface FilterChipsProps {
  filters: readonly ListFilter[];
  state: ListState;
  onState(change: ListChange): void;
}

/** What a filter is set to: words where all values of one are chosen, and the values of none. */
function chipsOf(filter: ChoiceFilter, chosen: readonly string[]): { label: string; values: readonly string[] }[] {
  const words = (filter.words ?? []).filter(({ values }) => values.every((value) => chosen.includes(value)));
  const inWords = new Set(words.flatMap(({ values }) => values));
  const labelOf = (value: string) => filter.options.find((option) => option.value === value)?.label ?? value;
  const single = chosen.filter((value) => !inWords.has(value));
  return [...words, ...single.map((value) => ({ label: labelOf(value), values: [value] }))];
}

/** What a list is filtered by, and how each of it is taken back. */
export function FilterChips({ filters, state, onState }: FilterChipsProps) {
  const { t } = useUiText();
  return (
    <ToolbarGroup variant="label-group">
      {filters.map((filter) => {
        const chosen = state.filters[filter.key] ?? [];
        // What is searched for stands in its own field.
        if (filter.kind === 'search' || chosen.length === 0) return null;
        return (
          <ToolbarItem key={filter.key}>
            <LabelGroup categoryName={filter.label} numLabels={100}>
              {chipsOf(filter, chosen).map(({ label, values }) => (
                <Label
                  key={label}
                  variant="outline"
                  closeBtnAriaLabel={t('filter.remove', { value: label })}
                  onClose={() =>
                    onState((now) =>
                      withFilter(
                        now,
                        filter.key,
                        (now.filters[filter.key] ?? []).filter((one) => !values.includes(one)),
                      ),
                    )
                  }
                >
                  {label}
                </Label>
              ))}
            </LabelGroup>
          </ToolbarItem>
        );
      })}
      <ToolbarItem>
        <Button variant="link" isInline onClick={() => onState(withoutFilters)}>
          {t('filter.clear-all')}
        </Button>
      </ToolbarItem>
    </ToolbarGroup>
  );
}
