import { Badge } from '@patternfly/react-core/dist/esm/components/Badge';
import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { MenuSearch, MenuSearchInput } from '@patternfly/react-core/dist/esm/components/Menu';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { SelectList, SelectOption } from '@patternfly/react-core/dist/esm/components/Select';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useState } from 'react';
import { SelectMenu } from '../action/select-menu.tsx';
import { numberFormat } from '../format.ts';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import { optionsBesideWords, type ChoiceFilter } from './columns.ts';
import { SearchBox } from './search-box.tsx';
import './list.css';

interface ChoiceBoxProps {
  filter: ChoiceFilter;
  chosen: readonly string[];
  onChoose(values: readonly string[]): void;
}

/** Goes before a word in the value of its entry; no value begins so. */
const WORD = '\u0000';
/** The entry that shows what stands under the words. */
const MORE = '\u0001';

/** Several values of one filter, behind a button that tells how many are chosen. */
export function ChoiceBox({ filter, chosen, onChoose }: ChoiceBoxProps) {
  const { t, i18n } = useUiText();
  const [open, setOpen] = useState(false);
  const { options, words = [], loading = false, failure, onRetry, more = false, search = '', onSearch } = filter;
  const hasAll = (values: readonly string[]) => values.every((one) => chosen.includes(one));
  // Words say what most look for; what stands under them is there for who wants it, and where it is chosen.
  const [isAll, setAll] = useState(false);
  const isWhole = words.length === 0 || isAll;
  const shown = optionsBesideWords(filter).filter(
    ({ value }) => isWhole || (chosen.includes(value) && !words.some(({ values }) => hasAll(values) && values.includes(value))),
  );
  const toggle = () => {
    if (!open) filter.onOpen?.();
    setOpen(!open);
  };
  return (
    <SelectMenu
      open={open}
      onOpenChange={setOpen}
      onSelect={(value) => {
        const key = String(value);
        if (key === MORE) return setAll(true);
        const word = key.startsWith(WORD) ? words.find(({ label }) => label === key.slice(WORD.length)) : undefined;
        if (word)
          return onChoose(
            hasAll(word.values) ? chosen.filter((one) => !word.values.includes(one)) : [...new Set([...chosen, ...word.values])],
          );
        return onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
      }}
      maxHeight="20rem"
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          isExpanded={open}
          onClick={toggle}
          {...(chosen.length > 0 && {
            badge: (
              <Badge isRead screenReaderText={t('filter.chosen', { count: chosen.length })}>
                {numberFormat(i18n.language).format(chosen.length)}
              </Badge>
            ),
          })}
        >
          {filter.label}
        </MenuToggle>
      )}
    >
      {onSearch && (more || search !== '') && (
        <MenuSearch>
          <MenuSearchInput>
            <SearchBox label={t('pick.search', { label: filter.label })} value={search} onSearch={onSearch} />
          </MenuSearchInput>
        </MenuSearch>
      )}
      {failure && <ErrorState failure={failure} {...(onRetry && { retry: onRetry })} />}
      <SelectList>
        {words.map(({ label, values, count }) => (
          <SelectOption key={label} value={`${WORD}${label}`} hasCheckbox isSelected={hasAll(values)}>
            <span className="gantry-choice-word">
              <span>{label}</span>
              {count !== undefined && <span className="gantry-subtle">{numberFormat(i18n.language).format(count)}</span>}
            </span>
          </SelectOption>
        ))}
        {words.length > 0 && options.length > 0 && <Divider component="li" />}
        {shown.map(({ value, label }) => (
          <SelectOption key={value} value={value} hasCheckbox isSelected={chosen.includes(value)}>
            {label}
          </SelectOption>
        ))}
        {!isWhole && options.length > 0 && <SelectOption value={MORE}>{t('filter.more-values')}</SelectOption>}
        {options.length === 0 && words.length === 0 && !failure && (
          <SelectOption isDisabled value="">
            {loading ? <Spinner size="md" aria-label={t('loading')} /> : search === '' ? t('filter.no-options') : t('filtered-empty.title')}
          </SelectOption>
        )}
      </SelectList>
      {more && <p className="gantry-choice-note gantry-subtle">{t('pick.more')}</p>}
    </SelectMenu>
  );
}
