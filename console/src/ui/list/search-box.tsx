import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInputGroup, TextInputGroupMain, TextInputGroupUtilities } from '@patternfly/react-core/dist/esm/components/TextInputGroup';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useEffect, useRef, useState } from 'react';
import { useUiText } from '../text.ts';

/** Typing rests this long before the list is asked. */
const REST_MS = 300;

interface SearchBoxProps {
  label: string;
  /** What the list is filtered by now. */
  value: string;
  onSearch(text: string): void;
  /** It has just been asked for. */
  startsFocused?: boolean;
}

/** Looks for a part of a text, a moment after typing has stopped or at once with Enter. */
export function SearchBox({ label, value, onSearch, startsFocused = false }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const { t } = useUiText();
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The filter was changed elsewhere (its chip, Back): what is typed follows.
  if (applied !== value) {
    setApplied(value);
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (startsFocused) box.current?.focus();
  }, [startsFocused]);

  const search = (next: string) => {
    clearTimeout(timer.current);
    setApplied(next.trim());
    onSearch(next.trim());
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), REST_MS);
  };
  const clear = () => {
    setText('');
    search('');
  };
  return (
    <TextInputGroup>
      <TextInputGroupMain
        innerRef={box}
        aria-label={label}
        placeholder={label}
        icon={<SearchIcon />}
        value={text}
        onChange={(_, next) => type(next)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text);
        }}
      />
      {text !== '' && (
        <TextInputGroupUtilities>
          <Button variant="plain" aria-label={t('filter.clear-text')} icon={<TimesIcon />} onClick={clear} />
        </TextInputGroupUtilities>
      )}
    </TextInputGroup>
  );
}
