import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './choice-menu.css';

interface ChoiceMenuProps<V extends string> {
  label: string;
  icon: ReactNode;
  value: V;
  options: readonly { value: V; label: string; lang?: string }[];
  onChoose(value: V): void;
}

/** One of a few, from a button: small enough for the sign-in page, which comes without the components of the pages behind it. */
export function ChoiceMenu<V extends string>({ label, icon, value, options, onChoose }: ChoiceMenuProps<V>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    const items = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  };
  return (
    <div className="gantry-choice" onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}>
      <button
        ref={button}
        type="button"
        className="gantry-choice-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        <ul ref={list} id={id} role="menu" aria-label={label} onKeyDown={move}>
          {options.map((option) => (
            <li key={option.value} role="none">
              <button
                type="button"
                role="menuitemradio"
                aria-checked={option.value === value}
                tabIndex={-1}
                lang={option.lang}
                onClick={() => {
                  close();
                  onChoose(option.value);
                }}
              >
                {option.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
