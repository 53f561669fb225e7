import { Tooltip } from '@patternfly/react-core/dist/esm/components/Tooltip';
import AngleDoubleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-left-icon';
import AngleDoubleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-right-icon';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useMenu } from '../router/menu.ts';
import './side-menu.css';

/** Whether the menu shows words beside its icons; kept for the next visit. */
const EXPANDED_KEY = 'gantry.menu-expanded';
/** Below this width in px the menu lies over the page while it is expanded, and begins collapsed. As in side-menu.css. */
const NARROW = 640;

/** The side menu: 64 px of icons with tooltips, or with words beside them (S0 §2). */
export function SideMenu() {
  const { t, i18n } = useTranslation();
  const menu = useMenu();
  const [isExpanded, setExpanded] = useState(() => innerWidth > NARROW && localStorage.getItem(EXPANDED_KEY) === 'true');
  const isRtl = i18n.dir() === 'rtl';
  const toggle = () => {
    localStorage.setItem(EXPANDED_KEY, String(!isExpanded));
    setExpanded(!isExpanded);
  };
  const toggleLabel = t(isExpanded ? 'shell.collapseMenu' : 'shell.expandMenu');
  const hinted = (text: string, child: ReactElement) =>
    isExpanded ? (
      child
    ) : (
      <Tooltip content={text} position={isRtl ? 'left' : 'right'} aria="none">
        {child}
      </Tooltip>
    );
  return (
    <nav className={`gantry-menu${isExpanded ? ' is-expanded' : ''}`} aria-label={t('shell.menu')}>
      <ul>
        {menu.map(({ noun, label, path, icon: Icon }) => {
          const text = i18n.t(`nouns:menu.${noun}.${label}` as 'product');
          return (
            <li key={path}>
              {hinted(
                text,
                <Link
                  to={path}
                  onClick={() => setExpanded(isExpanded && innerWidth > NARROW)}
                  className="gantry-menu-item"
                  {...(!isExpanded && { 'aria-label': text })}
                >
                  <Icon />
                  {isExpanded && <span>{text}</span>}
                </Link>,
              )}
            </li>
          );
        })}
      </ul>
      <div className="gantry-menu-foot">
        {hinted(
          toggleLabel,
          <button type="button" className="gantry-menu-item" aria-expanded={isExpanded} aria-label={toggleLabel} onClick={toggle}>
            {isExpanded ? <AngleDoubleLeftIcon /> : <AngleDoubleRightIcon />}
          </button>,
        )}
      </div>
    </nav>
  );
}
