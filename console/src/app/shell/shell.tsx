import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { painted } from '../after-first-paint.ts';
import { abilityStore } from '../abilities/abilities.ts';
import { Dialogs } from '../dialog/dialogs-region.tsx';
import { Palette } from '../palette/palette.tsx';
import { useSession, useScopeKey } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Companions } from './companions.tsx';
import { CriticalError } from './critical-error.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FocusOnNavigation } from './focus-heading.ts';
import { FullPageSpinner } from './full-page-spinner.tsx';
import { Guard } from './guard.tsx';
import { Header } from './header.tsx';
import { useFullscreen } from './menu-state.ts';
import { MenuPlace, SideMenu } from './side-menu.tsx';
import { useAfter } from './use-after.ts';
import './shell.css';

/**
 * Header, side menu and the page. Pages wait for the rights of the scope; none is shown while it is switched (S0 §2, decision A18). What is in
 * menus comes when the page has been painted.
 */
export function Shell() {
  const { t } = useTranslation();
  const scope = useScopeKey();
  const isSwitching = useSession((session) => session.isSwitchingScope || session.isLoggingIn);
  const { isLoaded, failure } = useStore(abilityStore, (abilities) => abilities);
  const isFullscreen = useFullscreen();
  const isPainted = useAfter(painted);
  return (
    <div className="gantry-shell">
      <FocusOnNavigation />
      <a className="gantry-skip" href="#main" onClick={skip}>
        {t('shell.skip')}
      </a>
      <Header isPainted={isPainted} />
      {isLoaded && !isFullscreen && (isPainted ? <SideMenu /> : <MenuPlace />)}
      <main className="gantry-main" id="main" tabIndex={-1}>
        {failure !== undefined && <CriticalError error={failure} />}
        {failure === undefined && !isLoaded && !isSwitching && <FullPageSpinner />}
        {isLoaded && !isSwitching && (
          <Guard>
            <Breadcrumbs />
            <ErrorBoundary key={scope}>
              <Outlet />
            </ErrorBoundary>
          </Guard>
        )}
      </main>
      {isLoaded && !isSwitching && <Companions key={scope} />}
      {isLoaded && <Dialogs />}
      {isLoaded && <Palette />}
    </div>
  );
}

/** A link to `#main` would leave the page: addresses are relative to `<base>`, not to the page. */
function skip(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
