import { Navigate } from '@tanstack/react-router';
import { abilityStore } from '../abilities/abilities.ts';
import { side } from '../base.ts';
import { useCluster } from '../compute/use-cluster.ts';
import { useStat } from '../compute/use-stat.ts';
import { useS3 } from '../object-storage/use-s3.ts';
import { scopeOf } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { CriticalError } from '../shell/critical-error.tsx';
import { FullPageSpinner } from '../shell/full-page-spinner.tsx';
import { useStore } from '../store.ts';
import { landingOf } from './landing-rule.ts';
import { loginTarget } from './login-target.ts';
import { itemsOf, landingPath, useMenu } from './menu.ts';
import { pathOf } from './names.ts';

/** `/`: once the rights are known, to where the user begins (S0 §2, §4); without a session, to sign-in. */
export function Landing() {
  const isKnown = useSession((session) => session.currentUser !== null);
  const isShutOut = useSession((session) => session.accessDisabled !== false);
  const scope = useSession((session) => scopeOf(session).type);
  const { isLoaded, failure } = useStore(abilityStore, (abilities) => abilities);
  if (!isKnown) return <Navigate {...loginTarget('/', undefined)} replace />;
  if (isShutOut) return <Navigate to={pathOf('errorAccessDisabled')} replace />;
  if (failure !== undefined) return <Critical error={failure} />;
  if (side() === 'administration' && scope === 'system') return isLoaded ? <ToAdministration /> : <FullPageSpinner />;
  if (scope === 'project') return <ToProject isLoaded={isLoaded} />;
  return isLoaded ? <ToMenu inDomain={scope === 'domain'} /> : <FullPageSpinner />;
}

const Critical = ({ error }: { error: unknown }) => (
  <main>
    <CriticalError error={error} />
  </main>
);

/** In a domain to its users, and where nothing is chosen to the first page that may be opened. */
function ToMenu({ inDomain }: { inDomain: boolean }) {
  const menu = useMenu();
  const first = inDomain ? itemsOf(menu).find(({ path }) => path === '/users')?.path : undefined;
  return <Navigate to={first ?? landingPath(menu)} replace />;
}

/** In a project: to what of it is there. The cluster is asked for beside the rights, not after them. */
function ToProject({ isLoaded }: { isLoaded: boolean }) {
  const cluster = useCluster();
  const storage = useS3();
  const menu = useMenu();
  if (cluster.error && !cluster.data) return <Critical error={cluster.error} />;
  if (!isLoaded || !cluster.data) return <FullPageSpinner />;
  const to = landingOf(cluster.data, storage.isS3Available);
  if (to === undefined) return storage.failure === undefined ? <FullPageSpinner /> : <Critical error={storage.failure} />;
  // A side, or a user, without the page: to the first that there is.
  return <Navigate to={to === '/monitoring' && !itemsOf(menu).some(({ path }) => path === to) ? landingPath(menu) : to} replace />;
}

/** Administration: to its overview if the figures of the cluster can be had, else to the infrastructure (S0 §4, choice.hyperconverged-landing-call). */
function ToAdministration() {
  const { data, error } = useStat();
  if (data) return <Navigate to="/monitoring" replace />;
  return error ? <Navigate to="/infrastructure" replace /> : <FullPageSpinner />;
}
