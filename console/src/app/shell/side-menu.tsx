import { Tooltip } from '@patternfly/react-core/dist/esm/components/Tooltip';
import AngleDoubleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-left-icon';
import AngleDoubleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-right-icon';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { groupsOf, useMenu, type MenuItem } from '../router/menu.ts';
import { setDrawer, setExpanded, useMenuShape } from './menu-state.ts';
import './side-menu.css';

/** The side menu in its groups: 64 px of icons with tooltips, with words beside them, or on a phone a drawer over the page (S0 §2). */
export function SideMenu() {
  const { t, i18n } = useTranslation();
  const menu = useMenu();
  const shape = useMenuShape();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shape !== 'drawer') return;
    nav.current?.querySelector<HTMLElement>('a')?.focus();
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setDrawer(false);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shape]);
  if (shape === 'hidden') return null;
  const isRail = shape === 'rail';
  const hinted = (text: string, child: ReactElement) =>
    isRail ? (
      <Tooltip content={text} position={i18n.dir() === 'rtl' ? 'left' : 'right'} aria="none">
        {child}
      </Tooltip>
    ) : (
      child
    );
  const itemOf = ({ noun, label, path, icon: Icon }: MenuItem) => {
    const text = i18n.t(`nouns:menu.${noun}.${label}` as 'product');
    return (
      <li key={path}>
        {hinted(
          text,
          <Link to={path} onClick={() => setDrawer(false)} className="gantry-menu-item" {...(isRail && { 'aria-label': text })}>
            <Icon />
            {!isRail && <span>{text}</span>}
          </Link>,
        )}
      </li>
    );
  };
  const toggleLabel = t(isRail ? 'shell.expandMenu' : 'shell.collapseMenu');
  return (
    <>
      {shape === 'drawer' && (
        <button
          type="button"
          className="gantry-menu-backdrop"
          tabIndex={-1}
          aria-label={t('shell.collapseMenu')}
          onClick={() => setDrawer(false)}
        />
      )}
      <nav ref={nav} className={`gantry-menu is-${shape}`} aria-label={t('shell.menu')}>
        {groupsOf(menu).map(({ group, items }) => {
          const heading = group && group !== 'start' ? t(`shell.group.${group}`) : undefined;
          return (
            <div key={group ?? ''} className="gantry-menu-part">
              {heading !== undefined && !isRail && <h2 className="gantry-menu-group">{heading}</h2>}
              <ul {...(heading !== undefined && { 'aria-label': heading })}>{items.map(itemOf)}</ul>
            </div>
          );
        })}
        {shape !== 'drawer' && (
          <div className="gantry-menu-foot">
            {hinted(
              toggleLabel,
              <button
                type="button"
                className="gantry-menu-item"
                aria-expanded={!isRail}
                aria-label={toggleLabel}
                onClick={() => setExpanded(isRail)}
              >
                {isRail ? <AngleDoubleRightIcon /> : <AngleDoubleLeftIcon />}
              </button>,
            )}
          </div>
        )}
      </nav>
    </>
  );
}
