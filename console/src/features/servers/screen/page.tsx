import type RFB from '@novnc/novnc';
import { isConsolable } from '@gantry/contract/nouns/servers/rules';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import ExpandIcon from '@patternfly/react-icons/dist/esm/icons/expand-icon';
import SyncAltIcon from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { usePageName } from '../../../app/router/page-name.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { useStore } from '../../../app/store.ts';
import { ServerStatus } from '../server-status.tsx';
import { connect } from './connection.ts';
import { GuestScreen } from './guest-screen.tsx';
import { GuestTools } from './guest-tools.tsx';
import { LogView } from './log-view.tsx';
import { Over } from './over.tsx';
import { Power } from './power.tsx';
import { createConsoleSession, type ConsoleSession } from './session.ts';
import { askTicket, givenTicket } from './ticket.ts';
import './screen.css';

/** The console of a server, in a tab of its own and without a shell. Without a session it shows what its ticket gives, and nothing else (decision D17). */
export function Page() {
  const { serverId = '' }: { serverId?: string } = useParams({ strict: false });
  return <Console key={serverId} serverId={serverId} />;
}

/** One console for as long as the page is open; the ticket does not stay in the address. */
function useConsoleSession(serverId: string): ConsoleSession {
  const [session] = useState(() => createConsoleSession({ given: givenTicket(location.hash), ask: () => askTicket(serverId), connect }));
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
    session.open();
    return () => session.close();
  }, [session]);
  return session;
}

function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch((error: unknown) => console.warn('Full screen was refused', error));
}

function Console({ serverId }: { serverId: string }) {
  const { t } = useTranslation('servers');
  const session = useConsoleSession(serverId);
  const view = useStore(session.view, (value) => value);
  const isSignedIn = useSession(({ currentUser }) => currentUser !== null);
  const [screen, setScreen] = useState<RFB>();
  const [clipboard, setClipboard] = useState('');
  const [fit, setFit] = useState(true);
  const { data: server } = useItem(api.servers.read, { serverId }, { enabled: isSignedIn });
  const { phase, kind, state, channel, log } = view;
  // The connection says the name to everybody who has a ticket; without a connection there are those who may know it.
  const name = view.name ?? server?.name;
  usePageName(name);
  const shown = phase === 'connected';
  const isOff = view.absence === 'off' || (shown && state !== undefined && isConsolable(state) !== true);
  return (
    <main className="gantry-screen-page">
      <div className="gantry-screen-bar">
        <h1 data-page-heading tabIndex={-1} title={name}>
          <bdi>{name ?? t('screen.title')}</bdi>
        </h1>
        {shown && state && <ServerStatus server={state} />}
        <span className="gantry-screen-space" />
        {shown && kind === 'vnc' && <GuestTools screen={screen} name={name ?? ''} clipboard={clipboard} fit={fit} onFit={setFit} />}
        {isSignedIn && <Power serverId={serverId} {...(view.absence === 'off' && { onConsolable: session.open })} />}
        <Button variant="secondary" icon={<SyncAltIcon />} onClick={session.open}>
          {t('screen.reconnect')}
        </Button>
        <Button variant="secondary" icon={<ExpandIcon />} onClick={toggleFullScreen}>
          {t('screen.full')}
        </Button>
      </div>
      <div className="gantry-screen-body">
        {shown && isOff && <output className="gantry-screen-note">{t('screen.absence.off')}</output>}
        {shown && kind === 'vnc' && channel && <GuestScreen channel={channel} fit={fit} onScreen={setScreen} onClipboard={setClipboard} />}
        {kind === 'log' && (shown || log !== '') && view.absence !== 'expired' && <LogView log={log} />}
        {!shown && (
          <Over view={view} onReconnect={session.open}>
            {isOff && isSignedIn && <Power serverId={serverId} only="start" />}
          </Over>
        )}
      </div>
    </main>
  );
}
