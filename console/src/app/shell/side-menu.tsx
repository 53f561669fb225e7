import { Tooltip } from '@patternfly/react-core/dist/esm/components/Tooltip';
import AngleDoubleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-left-icon';
import AngleDoubleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-right-icon';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { side } from '../base.ts';
import { useHasCompute } from '../compute/use-cluster.ts';
import { useS3 } from '../object-storage/use-s3.ts';
import { scopeOf } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { groupsOf, useMenu, type MenuItem } from '../router/menu.ts';
import { setDrawer, setExpanded, useMenuShape } from './menu-state.ts';
import './side-menu.css';

/** Addresses of what the compute cluster makes. */
const OF_COMPUTE = '/compute/';

/** What of the menu leads to something that is there (S0 §2). */
function useOffered(): MenuItem[] {
  const hasObjects = useS3().isS3Available === true;
  const inProject = useSession((session) => scopeOf(session).type === 'project');
  // Administrators install what is absent there.
  const isNeeded = inProject && side() === 'self-service';
  const lacksCompute = useHasCompute(isNeeded) === false && isNeeded;
  return useMenu().filter(({ path, needs }) => (needs === undefined || hasObjects) && !(lacksCompute && path.startsWith(OF_COMPUTE)));
}

/** What covers the page is walked through in a circle: behind it is nothing to see. */
function keepInside(event: KeyboardEvent, links: readonly HTMLElement[]): void {
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at + (event.shiftKey ? -1 : 1);
  if (at !== -1 && next >= 0 && next < links.length) return;
  event.preventDefault();
  links.at(at === -1 || next >= links.length ? 0 : -1)?.focus();
}

/** The side menu in its groups: 64 px of icons with tooltips, with words beside them, or on a phone a drawer over the page (S0 §2). */
export function SideMenu() {
  const { t, i18n } = useTranslation();
  const menu = useOffered();
  const shape = useMenuShape();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shape !== 'drawer') return;
    const drawer = nav.current;
    const opener = document.activeElement;
    const links = () => [...(drawer?.querySelectorAll<HTMLElement>('a') ?? [])];
    links()[0]?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrawer(false);
      if (event.key === 'Tab') keepInside(event, links());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // Whoever has gone on to a page is at its heading.
      if (drawer?.contains(document.activeElement) || document.activeElement === document.body) (opener as HTMLElement | null)?.focus();
    };
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
    // An entry stays marked on the pages below it, unless one of those has an entry of its own.
    const exact = menu.some((other) => other.path.startsWith(`${path}/`));
    const text = i18n.t(`nouns:menu.${noun}.${label}` as 'product');
    return (
      <li key={path}>
        {hinted(
          text,
          <Link
            to={path}
            onClick={() => setDrawer(false)}
            className="gantry-menu-item"
            activeOptions={{ exact, includeSearch: false }}
            {...(isRail && { 'aria-label': text })}
          >
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
