import { Tooltip } from '@patternfly/react-core/dist/esm/components/Tooltip';
import AngleDoubleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-left-icon';
import AngleDoubleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-right-icon';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { side } from '../base.ts';
import { useHasCompute } from '../compute/use-cluster.ts';
import { useS3 } from '../object-storage/use-s3.ts';
import { scopeOf } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { currentOf, itemsOf, useMenu, type MenuItem, type MenuNode } from '../router/menu.ts';
import { FlyOutGroup } from './menu-fly-out.tsx';
import { unfold } from './menu-folds.ts';
import { useLastOffers } from './last-offers.ts';
import { FoldingGroup } from './menu-group.tsx';
import { MenuLink, useEntryText } from './menu-link.tsx';
import { setDrawer, setExpanded, useMenuShape } from './menu-state.ts';
import './side-menu.css';

/** Addresses of what the compute cluster makes. */
const OF_COMPUTE = '/compute/';

const closeDrawer = (): void => setDrawer(false);

/** What of the menu leads to something that is there (S0 §2). */
function useOffered(): MenuNode[] {
  const { isS3Available, scope } = useS3();
  const inProject = useSession((session) => scopeOf(session).type === 'project');
  // Administrators install what is absent there.
  const isNeeded = inProject && side() === 'self-service';
  const hasCompute = useHasCompute(isNeeded);
  const offers = useLastOffers(scope, { objects: isS3Available, compute: isNeeded ? hasCompute : true });
  return useMenu(
    useCallback(
      ({ path, needs }: MenuItem) =>
        (needs === undefined || offers.objects === true) && (offers.compute === true || !path.startsWith(OF_COMPUTE)),
      [offers.objects, offers.compute],
    ),
  );
}

/** What covers the page is walked through in a circle: behind it is nothing to see. */
function keepInside(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at + (event.shiftKey ? -1 : 1);
  if (at !== -1 && next >= 0 && next < stops.length) return;
  event.preventDefault();
  stops.at(at === -1 || next >= stops.length ? 0 : -1)?.focus();
}

/** The room of the menu, until the page has been painted. */
export function MenuPlace() {
  const { t } = useTranslation();
  const shape = useMenuShape();
  return shape === 'wide' || shape === 'rail' ? <nav className={`gantry-menu is-${shape}`} aria-label={t('shell.menu')} /> : null;
}

/**
 * The side menu, a tree of two levels: with words, where groups fold; 64 px of icons beside which groups fly out; or on a phone a drawer over the
 * page (S0 §2).
 */
export function SideMenu() {
  const { t, i18n } = useTranslation();
  const textOf = useEntryText();
  const menu = useOffered();
  const address = useLocation({ select: ({ pathname }) => pathname });
  const current = currentOf(itemsOf(menu), address);
  const around = menu.flatMap((node) => ('group' in node && current && node.items.includes(current) ? node.group : []))[0];
  const shape = useMenuShape();
  const nav = useRef<HTMLElement>(null);
  // Whoever goes to a page sees where in the menu it is.
  useLayoutEffect(() => {
    if (around !== undefined) unfold(around);
  }, [around, current?.path]);
  useEffect(() => {
    if (shape !== 'drawer') return;
    const drawer = nav.current;
    const opener = document.activeElement;
    const stops = () => [...(drawer?.querySelectorAll<HTMLElement>('button, ul:not([hidden]) > li > a') ?? [])];
    stops()[0]?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrawer(false);
      if (event.key === 'Tab') keepInside(event, stops());
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
  const Group = isRail ? FlyOutGroup : FoldingGroup;
  const hinted = (text: string, child: ReactElement) =>
    isRail ? (
      <Tooltip content={text} position={i18n.dir() === 'rtl' ? 'left' : 'right'} aria="none">
        <span className="gantry-menu-hinted">{child}</span>
      </Tooltip>
    ) : (
      child
    );
  const toggleLabel = t(isRail ? 'shell.expandMenu' : 'shell.collapseMenu');
  return (
    <>
      {shape === 'drawer' && (
        <button type="button" className="gantry-menu-backdrop" tabIndex={-1} aria-label={t('shell.collapseMenu')} onClick={closeDrawer} />
      )}
      <nav ref={nav} className={`gantry-menu is-${shape}`} aria-label={t('shell.menu')}>
        <ul>
          {menu.map((node) =>
            'group' in node ? (
              <Group key={node.group} {...node} current={node.group === around ? current : undefined} onGo={closeDrawer} />
            ) : (
              <li key={node.item.path}>
                {hinted(
                  textOf(node.item),
                  <MenuLink
                    item={node.item}
                    isCurrent={node.item === current}
                    {...(isRail && { shape: 'icon' as const })}
                    onClick={closeDrawer}
                  />,
                )}
              </li>
            ),
          )}
        </ul>
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
