import { useState, type KeyboardEvent } from 'react';
import { isRightToLeft } from '../../../ui/direction.ts';

/** Blocks forward and back by the keys that lead there. */
const steps = (locale: string): Readonly<Record<string, number>> => ({
  ArrowDown: 1,
  ArrowUp: -1,
  ArrowRight: isRightToLeft(locale) ? -1 : 1,
  ArrowLeft: isRightToLeft(locale) ? 1 : -1,
  Home: -Infinity,
  End: Infinity,
});

/** Many buttons as one stop of the Tab key; arrow keys lead from one to the next. */
export function useRoving(count: number, locale: string) {
  const [current, setCurrent] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps(locale)[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const now = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.min(count - 1, Math.max(0, now + step))]?.focus();
  };
  const stop = Math.min(current, count - 1);
  return { onKeyDown, of: (index: number) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => setCurrent(index) }) };
}
