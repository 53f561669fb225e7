import { Outlet, useRouterState } from '@tanstack/react-router';
import { Notices } from '../notify/notices-region.tsx';
import { useSession } from '../session/use-session.ts';
import { FullPageSpinner } from '../shell/full-page-spinner.tsx';
import { LoadingOverlay } from '../shell/loading-overlay.tsx';
import { usePageTitle } from './use-page-title.ts';

/** Around every page: title, notices, the overlay while signing in, switching or waiting for the server, and a spinner until the first address is resolved (S0 §2, decision D1). */
export function Root() {
  usePageTitle();
  const isResolved = useRouterState({ select: (state) => state.resolvedLocation !== undefined });
  const isLoggingIn = useSession((session) => session.isLoggingIn);
  const isSwitching = useSession((session) => session.isSwitchingScope);
  const isSuspended = useSession((session) => session.isSuspended);
  return (
    <>
      {isResolved ? <Outlet /> : <FullPageSpinner />}
      {(isLoggingIn || isSwitching || isSuspended) && (
        <LoadingOverlay reason={isLoggingIn ? 'signingIn' : isSwitching ? 'switching' : 'loading'} />
      )}
      <Notices />
    </>
  );
}
