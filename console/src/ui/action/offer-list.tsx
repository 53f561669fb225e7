import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import AngleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-left-icon';
import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useUiText } from '../text.ts';
import type { Offer } from './action.ts';
import { arrange, type MenuLine } from './arrange.ts';
import './action.css';

/** Letters typed within this time belong together (ms). */
const TYPING_MS = 700;

const itemsOf = (list: Element | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

const idOf = (line: MenuLine): string => (line.kind === 'offer' ? line.offer.id : line.id);

/** The same lines in the order in which they stood when the menu was opened: nothing moves under the pointer. */
function inOrder(lines: readonly MenuLine[], order: readonly string[]): MenuLine[] {
  const place = (line: MenuLine) => {
    const index = order.indexOf(idOf(line));
    return index < 0 ? order.length : index;
  };
  return lines.toSorted((a, b) => place(a) - place(b));
}

interface OfferListProps {
  /** Whose actions these are: `Actions for web-1`. */
  label: string;
  offers: readonly Offer[];
  onClose(): void;
}

/**
 * The lines of an open menu. A group takes the place of the others, with the way back on top. Home, End and typing lead to a line, an arrow
 * into a group and out of it.
 */
export function OfferList({ label, offers, onClose }: OfferListProps) {
  const { t } = useUiText();
  const list = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [groupId, setGroupId] = useState<string>();
  const lines = arrange(offers);
  const [order] = useState(() => lines.flatMap((line) => [idOf(line), ...(line.kind === 'group' ? line.offers.map(({ id }) => id) : [])]));
  const top = inOrder(lines, order);
  const group = top.find((line) => line.kind === 'group' && line.id === groupId);
  const shown =
    group?.kind === 'group'
      ? inOrder(
          group.offers.map((offer): MenuLine => ({ kind: 'offer', offer })),
          order,
        )
      : top;

  // The first line has the focus, and where one comes out of a group, that group.
  const before = useRef<string>(undefined);
  useEffect(() => {
    const left = before.current;
    before.current = groupId;
    const timer = setTimeout(() => {
      const items = itemsOf(list.current);
      const back = left === undefined ? undefined : items.find(({ dataset }) => dataset['group'] === left);
      (back ?? items[groupId === undefined ? 0 : 1] ?? items[0])?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [groupId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(list.current);
    const now = items.indexOf(document.activeElement as HTMLElement);
    const isRtl = document.documentElement.dir === 'rtl';
    const go = (item: HTMLElement | undefined) => {
      event.preventDefault();
      event.stopPropagation();
      item?.focus();
    };
    if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items.at(-1));
    else if (event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight') && items[now]?.dataset['group']) {
      go(undefined);
      setGroupId(items[now].dataset['group']);
    } else if (event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft') && groupId !== undefined) {
      go(undefined);
      setGroupId(undefined);
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const isMore = event.timeStamp - typed.current.at < TYPING_MS;
      const text = (isMore ? typed.current.text : '') + event.key.toLocaleLowerCase();
      typed.current = { text, at: event.timeStamp };
      const from = isMore ? Math.max(now, 0) : now + 1;
      const turned = [...items.slice(from), ...items.slice(0, from)];
      go(turned.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(text)));
    }
  };
  // Its line is gone when the click gets to the window, where it would count as one beside the menu.
  const into = (id: string | undefined) => (event: MouseEvent) => {
    event.stopPropagation();
    setGroupId(id);
  };
  return (
    <ul ref={list} role="menu" className="pf-v6-c-menu__list" aria-label={label} onKeyDown={onKeyDown}>
      {group?.kind === 'group' && (
        <>
          <Line
            icon={
              <Icon shouldMirrorRTL>
                <AngleLeftIcon />
              </Icon>
            }
            label={t('actions.back', { group: group.label })}
            onClick={into(undefined)}
          >
            <strong>{group.label}</strong>
          </Line>
          <Divider component="li" />
        </>
      )}
      {shown.map((line, index) => (
        <Fragment key={idOf(line)}>
          {line.kind === 'offer' && line.offer.last && index > 0 && <Divider component="li" />}
          {line.kind === 'offer' ? (
            <OfferLine offer={line.offer} onClose={onClose} />
          ) : (
            <Line group={line.id} onClick={into(line.id)}>
              <span className="gantry-offer-group">
                {line.label}
                <Icon shouldMirrorRTL>
                  <AngleRightIcon />
                </Icon>
              </span>
            </Line>
          )}
        </Fragment>
      ))}
    </ul>
  );
}

interface LineProps {
  icon?: ReactNode;
  /** Read out instead of what stands there. */
  label?: string;
  /** Leads to the actions of this group. */
  group?: string;
  danger?: boolean;
  /** Why it cannot be chosen. */
  reason?: string | undefined;
  onClick(event: MouseEvent): void;
  children: ReactNode;
}

/** One line. What cannot be chosen can be reached all the same, and says why. */
function Line({ icon, label, group, danger = false, reason, onClick, children }: LineProps) {
  const classes = ['pf-v6-c-menu__list-item', danger && 'pf-m-danger', reason !== undefined && 'pf-m-aria-disabled'];
  return (
    <li role="none" className={classes.filter(Boolean).join(' ')}>
      <button
        type="button"
        role="menuitem"
        className="pf-v6-c-menu__item"
        tabIndex={-1}
        {...(label !== undefined && { 'aria-label': label })}
        {...(group !== undefined && { 'aria-haspopup': 'menu' as const, 'data-group': group })}
        {...(reason !== undefined && { 'aria-disabled': true })}
        onClick={onClick}
      >
        <span className="pf-v6-c-menu__item-main">
          {icon !== undefined && <span className="pf-v6-c-menu__item-icon">{icon}</span>}
          <span className="pf-v6-c-menu__item-text">{children}</span>
        </span>
        {reason !== undefined && <span className="pf-v6-c-menu__item-description">{reason}</span>}
      </button>
    </li>
  );
}

function OfferLine({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { icon: Glyph, reason, danger, label } = offer;
  const choose = () => {
    if (reason !== undefined) return;
    offer.onSelect();
    onClose();
  };
  return (
    <Line danger={danger && reason === undefined} reason={reason} onClick={choose} {...(Glyph && { icon: <Glyph /> })}>
      {label}
    </Line>
  );
}
