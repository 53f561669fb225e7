// A combobox with its list, as WAI-ARIA describes it: the field keeps the focus and the keys, and native options hold no hints.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useUiText } from '../text.ts';
import type { ListFilter } from './columns.ts';
import './filter-field.css';
import { FilterSuggestions } from './filter-suggestions.tsx';
import { suggestionsFor, tokensOf, typedOf, type Suggestion, type Token } from './filter-typing.ts';
import { isFiltered, withFilter, withoutFilters, type ListChange, type ListState } from './list-state.ts';
import { useSearchText } from './use-search-text.ts';

interface FilterFieldProps {
  /** Of the field, where no filter searches. */
  label: string;
  filters: readonly ListFilter[];
  state: ListState;
  onState(change: ListChange): void;
}

/**
 * One field for all filters of a list. Text is searched for; the name of a filter and a colon, typed or chosen, offer its values; what is
 * chosen stands in the field as a token, which Backspace takes back.
 */
export function FilterField({ label: ofList, filters, state, onState }: FilterFieldProps) {
  const { t } = useUiText();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState<number>();
  const main = filters[0]?.kind === 'search' ? filters[0] : undefined;
  const facets = filters.filter((filter) => filter !== main);
  const chosen = (key: string) => state.filters[key] ?? [];
  const choose = (key: string, values: readonly string[]) => onState((now) => withFilter(now, key, values));
  const { typed, type, search } = useSearchText(
    (main && chosen(main.key)[0]) ?? '',
    (text) => main && choose(main.key, text === '' ? [] : [text]),
    (input) => typedOf(input, facets).text,
  );
  const now = typedOf(typed, facets);
  const tokens = facets.flatMap((facet) => tokensOf(facet, chosen(facet.key)));
  const suggestions = suggestionsFor(typed, facets, chosen);
  const active = suggestions[at ?? (now.facet ? 0 : -1)];
  const label = main?.label ?? ofList;
  const isShown = isOpen && (suggestions.length > 0 || now.facet?.kind === 'choice');

  const take = (input: string, open: boolean) => {
    const next = typedOf(input, facets);
    if (next.facet?.kind === 'choice' && next.facet !== now.facet) next.facet.onOpen?.();
    if (next.facet?.kind === 'choice' && next.facet.more) next.facet.onSearch?.(next.value);
    setAt(undefined);
    setOpen(open);
  };
  const pick = ({ facet, values, isChosen, leaves }: Suggestion) => {
    if (values) {
      const before = chosen(facet.key);
      choose(facet.key, isChosen ? before.filter((value) => !values.includes(value)) : [...new Set([...before, ...values])]);
    }
    take(leaves, values === undefined);
    type(leaves, true);
    box.current?.focus();
  };
  const remove = ({ facet, values }: Token) =>
    onState((then) =>
      withFilter(
        then,
        facet.key,
        (then.filters[facet.key] ?? []).filter((value) => !values.includes(value)),
      ),
    );
  const enter = () => {
    if (isShown && active) return pick(active);
    if (now.facet?.kind === 'search' && now.value !== '') {
      choose(now.facet.key, [now.value]);
      type(now.text, true);
    } else search(typed);
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      if (isShown) setAt(((at ?? (active ? 0 : step < 0 ? 0 : -1)) + step + suggestions.length) % suggestions.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      enter();
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && typed === '' && tokens.length > 0) remove(tokens.at(-1)!);
  };
  return (
    <div
      className="gantry-filter-field"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <SearchIcon className="gantry-filter-icon" aria-hidden />
      {tokens.map((token) => (
        <Label
          key={`${token.facet.key} ${token.values.join()}`}
          variant="outline"
          isCompact
          closeBtnAriaLabel={t('filter.remove', { value: token.label })}
          onClose={() => remove(token)}
        >
          <span className="gantry-subtle">{`${token.facet.label}: `}</span>
          {token.label}
        </Label>
      ))}
      <input
        ref={box}
        // With a search alone it offers nothing, and is a field like any other.
        {...(facets.length > 0 && {
          role: 'combobox',
          'aria-expanded': isShown,
          'aria-controls': `${id}-list`,
          'aria-activedescendant': isShown && active ? `${id}-${suggestions.indexOf(active)}` : undefined,
        })}
        aria-label={label}
        placeholder={tokens.length === 0 ? label : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={typed}
        onClick={() => setOpen(true)}
        onChange={({ target }) => {
          take(target.value, true);
          type(target.value);
        }}
        onKeyDown={press}
      />
      {(isFiltered(state) || typed !== '') && (
        <Button
          variant="plain"
          size="sm"
          aria-label={t('filter.clear-all')}
          icon={<TimesIcon />}
          onClick={() => {
            type('', true);
            onState(withoutFilters);
            box.current?.focus();
          }}
        />
      )}
      {isShown && (
        <FilterSuggestions
          id={id}
          label={label}
          facet={now.facet?.kind === 'choice' ? now.facet : undefined}
          suggestions={suggestions}
          active={active}
          onActive={setAt}
          onPick={pick}
        />
      )}
    </div>
  );
}
