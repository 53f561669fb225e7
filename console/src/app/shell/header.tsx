import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import BarsIcon from '@patternfly/react-icons/dist/esm/icons/bars-icon';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { abilityStore } from '../abilities/abilities.ts';
import { side } from '../base.ts';
import { keyStore } from '../keys.ts';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { openPalette } from '../palette/palette-state.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { HeaderParts } from './companions.tsx';
import { LiveStatus } from './live-status.tsx';
import { Logo } from './logo.tsx';
import { setDrawer, useMenuShape } from './menu-state.ts';
import { ProjectChooser } from './project-chooser.tsx';
import { UserMenu } from './user-menu.tsx';

/** Who may only read in the project is told so on each of its pages. */
function ReadOnlyMark() {
  const { t } = useTranslation();
  const isViewer = useSession(({ currentProject }) => currentProject?.read_only === true);
  if (!isViewer) return null;
  return (
    <span className="gantry-read-only" title={t('project.read-only-help')}>
      {t('project.read-only')}
    </span>
  );
}

/** @param isPainted whether the page has been painted: its rows are not kept waiting for menus. */
export function Header({ isPainted }: { isPainted: boolean }) {
  const { t } = useTranslation();
  const shape = useMenuShape();
  const isPhone = shape === 'drawer' || shape === 'hidden';
  const search = t('palette.open');
  // What is found, and what may be done, follows the rights.
  const hasKeys = useStore(keyStore, ({ on }) => on);
  const mayFind = useStore(abilityStore, ({ isLoaded }) => isLoaded);
  return (
    <header className={`gantry-header is-${side()}`}>
      {isPhone && (
        <Button
          variant="plain"
          icon={<BarsIcon />}
          aria-label={t('shell.menu')}
          aria-expanded={shape === 'drawer'}
          onClick={() => setDrawer(shape === 'hidden')}
        />
      )}
      <Link to="/" className="gantry-brand" aria-label={`${t('product')}: ${t('shell.home')}`}>
        <Logo />
        <span>{t('product')}</span>
      </Link>
      {side() === 'administration' && <span className="gantry-side">{t('shell.administration')}</span>}
      <ProjectChooser />
      <ReadOnlyMark />
      <span className="gantry-header-space" />
      {isPainted && (
        <>
          <LiveStatus />
          <button type="button" className="gantry-search" aria-label={search} title={search} disabled={!mayFind} onClick={openPalette}>
            <SearchIcon />
            <span>{t('palette.search')}</span>
            {hasKeys && <kbd>.</kbd>}
          </button>
          <HeaderParts />
          <ThemeSwitch />
          <LanguageSwitch />
          <UserMenu />
        </>
      )}
    </header>
  );
}
