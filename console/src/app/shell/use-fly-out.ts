import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/** How it was opened: under the pointer it closes once that is elsewhere; by the keyboard its first link gets the focus. */
type By = 'hover' | 'click' | 'keys';

/** Heights in px of a line of it and of what is around them, to keep its end in the window. */
const [LINE, AROUND] = [40, 64] as const;

interface FlyOut {
  /** Of the element that holds the button and what flies out of it. */
  place: RefObject<HTMLLIElement | null>;
  isOpen: boolean;
  /** Where it begins, in px from the top of the window. */
  top: number;
  /** By a click at the button; one by the keyboard has no count. */
  toggle(event: { detail: number }): void;
  close(): void;
}

/**
 * What flies out of a button: under the pointer, or by a click, Enter or the arrow towards it. Escape, the arrow back, and whatever happens
 * elsewhere close it. @param lines how many links it holds
 */
export function useFlyOut(lines: number): FlyOut {
  const { i18n } = useTranslation();
  const isRightToLeft = i18n.dir() === 'rtl';
  const place = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState<{ by: By; top: number }>();
  const show = useCallback(
    (by: By) => {
      const top = place.current?.getBoundingClientRect().top ?? 0;
      setOpen({ by, top: Math.max(0, Math.min(top, innerHeight - lines * LINE - AROUND)) });
    },
    [lines],
  );
  const close = useCallback(() => setOpen(undefined), []);
  const by = open?.by;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const button = element.querySelector('button');
    const [onwards, back] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const leave = () => {
      if (element.contains(document.activeElement)) button?.focus();
      close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const links = [...element.querySelectorAll('a')];
      const at = links.findIndex((link) => link === document.activeElement);
      if (event.key === onwards && at === -1) show('keys');
      else if (event.key === back && at !== -1) leave();
      else if (event.key === 'ArrowDown' && at !== -1) links[at + 1]?.focus();
      else if (event.key === 'ArrowUp' && at > 0) links[at - 1]?.focus();
      else return;
      event.preventDefault();
    };
    const onEnter = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse' && by === undefined) show('hover');
    };
    const onLeave = () => {
      if (by === 'hover') close();
    };
    const isElsewhere = (target: EventTarget | null) => target instanceof Node && !element.contains(target);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (isElsewhere(relatedTarget)) close();
    };
    // Also what only the pointer has opened, wherever the focus is.
    const onEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && by !== undefined) leave();
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (isElsewhere(target)) close();
    };
    const ends = new AbortController();
    const { signal } = ends;
    element.addEventListener('keydown', onKeyDown, { signal });
    element.addEventListener('pointerenter', onEnter, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    element.addEventListener('focusout', onFocusOut, { signal });
    document.addEventListener('keydown', onEscape, { signal });
    document.addEventListener('pointerdown', onPointerDown, { signal });
    return () => ends.abort();
  }, [by, isRightToLeft, show, close]);
  useEffect(() => {
    if (by === 'keys') place.current?.querySelector('a')?.focus();
  }, [by]);

  const toggle = ({ detail }: { detail: number }) => (by === 'click' || by === 'keys' ? close() : show(detail === 0 ? 'keys' : 'click'));
  return { place, isOpen: open !== undefined, top: open?.top ?? 0, toggle, close };
}
