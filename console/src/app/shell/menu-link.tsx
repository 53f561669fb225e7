import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../router/menu.ts';
import { Part, useIsDue } from './companions.tsx';

/** What an entry is called. */
export function useEntryText(): (item: MenuItem) => string {
  const { i18n } = useTranslation();
  return ({ noun, label }) => i18n.t(`nouns:menu.${noun}.${label}` as 'product');
}

interface MenuLinkProps {
  item: MenuItem;
  isCurrent: boolean;
  /** `icon`: by its icon alone; `inside`: one of a group, which has the icon. */
  shape?: 'icon' | 'inside';
  onClick(): void;
}

/** An entry of the menu. It is drawn again only where it becomes the current one, or is it no longer. */
export const MenuLink = memo(function MenuLink({ item, isCurrent, shape, onClick }: MenuLinkProps) {
  const text = useEntryText()(item);
  const { path, icon: Icon } = item;
  return (
    <Link
      to={path}
      onClick={onClick}
      className={shape === 'inside' ? 'gantry-menu-item is-inside' : 'gantry-menu-item'}
      // It is the current one on the pages below it too, unless one of those has an entry of its own.
      activeOptions={{ exact: true, includeSearch: false }}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      {shape !== 'inside' && <Icon />}
      <span {...(shape === 'icon' && { className: 'pf-v6-screen-reader' })}>{text}</span>
      <MenuMarks items={[item]} />
    </Link>
  );
});

/** The dots of entries behind which something is out of order. */
export function MenuMarks({ items }: { items: readonly MenuItem[] }) {
  const isDue = useIsDue();
  if (!isDue) return null;
  return items.map(({ path, mark }) => mark && <Part key={path} of={mark} load={async () => (await mark()).Mark} />);
}

/** Beside an entry: something behind it is out of order, in words for whoever cannot see the dot. */
export const MenuDot = ({ text }: { text: string }) => (
  <span className="gantry-menu-dot" title={text}>
    <span className="pf-v6-screen-reader">{text}</span>
  </span>
);
