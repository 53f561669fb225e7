import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { GROUP_ICONS, type MenuGroupProps } from './menu-group.tsx';
import { MenuLink, MenuMarks } from './menu-link.tsx';

/** Heights in px of a line of it and of what is around them, to keep its end in the window. */
const [LINE, AROUND] = [40, 64] as const;

/**
 * A group of the narrow menu: its entries fly out beside its icon, under the pointer or by a click, Enter or the arrow to them. Escape, or the
 * arrow back, closes it.
 */
export function FlyOutGroup({ group, items, current, onGo }: MenuGroupProps) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState<'hover' | 'click' | 'keys'>();
  const place = useRef<HTMLLIElement>(null);
  const Icon = GROUP_ICONS[group];
  const name = t(`shell.group.${group}`);
  const [onwards, back] = i18n.dir() === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const links = () => [...(place.current?.querySelectorAll('a') ?? [])];
  const button = () => place.current?.querySelector('button');
  const close = () => {
    if (place.current?.contains(document.activeElement)) button()?.focus();
    setOpen(undefined);
  };

  useEffect(() => {
    if (open === 'keys') place.current?.querySelector('a')?.focus();
    if (open === undefined) return;
    // Also what only the pointer has opened, wherever the focus is.
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && place.current?.contains(target))) setOpen(undefined);
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = links().indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === onwards && at === -1) setOpen('keys');
    else if (event.key === back && at !== -1) close();
    else if (event.key === 'ArrowDown' && at !== -1) links()[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at > 0) links()[at - 1]?.focus();
    else return;
    event.preventDefault();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !place.current?.contains(relatedTarget)) setOpen(undefined);
  };
  const top = Math.min(button()?.getBoundingClientRect().top ?? 0, innerHeight - items.length * LINE - AROUND);
  return (
    <li
      ref={place}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen((by) => by ?? 'hover')}
      onPointerLeave={() => setOpen((by) => (by === 'hover' ? undefined : by))}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <button
        type="button"
        className={`gantry-menu-item${current ? ' is-around' : ''}`}
        aria-expanded={open !== undefined}
        // A click by the keyboard has no count.
        onClick={({ detail }) => (open === 'click' || open === 'keys' ? close() : setOpen(detail === 0 ? 'keys' : 'click'))}
      >
        <Icon />
        <span className="pf-v6-screen-reader">{name}</span>
        <MenuMarks items={items} />
      </button>
      {open !== undefined && (
        <div className="gantry-menu-fly-out" style={{ insetBlockStart: top }}>
          <p aria-hidden="true">{name}</p>
          <ul aria-label={name}>
            {items.map((item) => (
              <li key={item.path}>
                <MenuLink
                  item={item}
                  isCurrent={item === current}
                  shape="inside"
                  onClick={() => {
                    setOpen(undefined);
                    onGo();
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
