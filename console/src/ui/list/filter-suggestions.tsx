// The list of a combobox (filter-field.tsx): the field keeps the focus.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import CheckIcon from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { useEffect } from 'react';
import { numberFormat } from '../format.ts';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import type { ChoiceFilter } from './columns.ts';
import type { Suggestion } from './filter-typing.ts';

interface FilterSuggestionsProps {
  /** Of the field. */
  id: string;
  label: string;
  /** The filter whose values these are. */
  facet: ChoiceFilter | undefined;
  suggestions: readonly Suggestion[];
  active: Suggestion | undefined;
  onActive(at: number): void;
  onPick(suggestion: Suggestion): void;
}

/** What a list can be filtered by next, below the field. */
export function FilterSuggestions({ id, label, facet, suggestions, active, onActive, onPick }: FilterSuggestionsProps) {
  const { t, i18n } = useUiText();
  const at = active ? suggestions.indexOf(active) : -1;
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  return (
    <div className="gantry-filter-list">
      {facet?.failure && <ErrorState failure={facet.failure} {...(facet.onRetry && { retry: facet.onRetry })} />}
      <div id={`${id}-list`} role="listbox" aria-label={facet?.label ?? label} aria-busy={facet?.loading ?? false}>
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => index !== at && onActive(index)}
            onClick={() => onPick(suggestion)}
          >
            {suggestion.values && <span className="gantry-filter-check">{suggestion.isChosen && <CheckIcon />}</span>}
            <bdi>
              {suggestion.values && !facet && <span className="gantry-subtle">{`${suggestion.facet.label}: `}</span>}
              {suggestion.values ? suggestion.label : `${suggestion.label}:`}
            </bdi>
            {suggestion.count !== undefined && (
              <span className="gantry-subtle">{numberFormat(i18n.language).format(suggestion.count)}</span>
            )}
          </div>
        ))}
      </div>
      {facet && suggestions.length === 0 && !facet.failure && (
        <p className="gantry-subtle">
          {facet.loading ? (
            <Spinner size="md" aria-label={t('loading')} />
          ) : facet.options.length === 0 ? (
            t('filter.no-options')
          ) : (
            t('filtered-empty.title')
          )}
        </p>
      )}
      {facet?.more && <p className="gantry-subtle">{t('pick.more')}</p>}
    </div>
  );
}
