import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInputGroup, TextInputGroupMain, TextInputGroupUtilities } from '@patternfly/react-core/dist/esm/components/TextInputGroup';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useUiText } from '../text.ts';
import { useSearchText } from './use-search-text.ts';

interface SearchBoxProps {
  label: string;
  /** What the list is filtered by now. */
  value: string;
  onSearch(text: string): void;
}

/** Looks for a part of a text, a moment after typing has stopped or at once with Enter. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const { t } = useUiText();
  const { typed, type, search } = useSearchText(value, onSearch);
  return (
    <TextInputGroup>
      <TextInputGroupMain
        aria-label={label}
        placeholder={label}
        icon={<SearchIcon />}
        value={typed}
        onChange={(_, next) => type(next)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It may stand in a form, which Enter would send.
          event.preventDefault();
          search(typed);
        }}
      />
      {typed !== '' && (
        <TextInputGroupUtilities>
          <Button variant="plain" aria-label={t('filter.clear-text')} icon={<TimesIcon />} onClick={() => type('', true)} />
        </TextInputGroupUtilities>
      )}
    </TextInputGroup>
  );
}
