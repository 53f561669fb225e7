import { Navigate } from '@tanstack/react-router';
import { abilityStore } from '../abilities/abilities.ts';
import { useSession } from '../session/use-session.ts';
import { CriticalError } from '../shell/critical-error.tsx';
import { FullPageSpinner } from '../shell/full-page-spinner.tsx';
import { useStore } from '../store.ts';
import { loginTarget } from './login-target.ts';
import { landingPath, useMenu } from './menu.ts';

/** `/`: once the rights are known, to the first page the user may open (S0 §2, §4); without a session, to sign-in. */
export function Landing() {
  const isKnown = useSession((session) => session.currentUser !== null);
  const isShutOut = useSession((session) => session.accessDisabled !== false);
  const { isLoaded, failure } = useStore(abilityStore, (abilities) => abilities);
  const menu = useMenu();
  if (!isKnown) return <Navigate {...loginTarget('/', undefined)} replace />;
  if (isShutOut) return <Navigate to="/access-disabled" replace />;
  if (failure !== undefined) return <CriticalError error={failure} />;
  if (!isLoaded) return <FullPageSpinner />;
  return <Navigate to={landingPath(menu)} replace />;
}
