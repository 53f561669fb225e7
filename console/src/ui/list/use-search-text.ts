import { useEffect, useRef, useState } from 'react';

/** Typing rests this long before the list is asked. */
const REST_MS = 300;

/**
 * The text of a search field: asked for a moment after typing has stopped, or at once. What is changed elsewhere (a chip, Back) is what stands
 * there from then on.
 * @param value what the list is filtered by now
 * @param textOf what of the typed text is searched for
 */
export function useSearchText(value: string, onSearch: (text: string) => void, textOf = (typed: string) => typed.trim()) {
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== value) {
    setSeen(value);
    // What was asked for arrives; while it was on its way somebody may have typed on.
    if (value !== searched) {
      setSearched(value);
      setTyped(value);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (next: string) => {
    clearTimeout(timer.current);
    const text = textOf(next);
    if (text === searched) return;
    setSearched(text);
    onSearch(text);
  };
  /** Takes what is typed; `now`: and searches for it without a pause. */
  const type = (next: string, now = false) => {
    setTyped(next);
    clearTimeout(timer.current);
    if (now) search(next);
    else timer.current = setTimeout(() => search(next), REST_MS);
  };
  return { typed, type, search };
}
