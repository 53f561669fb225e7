import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ConsoleEnd } from '@gantry/contract/nouns/servers/console-wire';
import { GantryError } from '@gantry/contract/wire/errors';
import { domainOf, type Caller } from '../access/caller.ts';
import { isTornBetweenHosts } from '../access/host.ts';
import { PendingConnections } from '../access/pending-connections.ts';
import { visibilityOf } from '../access/visibility.ts';
import { networkOf } from '../access/address.ts';
import type { Row } from '../port/store/rows.ts';
import { bringsTicket, dismiss } from './page.ts';
import { startRevalidator } from './revalidator.ts';
import type { ScreenLimits, Screens, ScreensOptions } from './port.ts';
import { ConsoleSession } from './console-session.ts';
import { issuer, redeem, type TicketContent } from './tickets.ts';
import { divertUpgrades, refuseUpgrade } from './upgrades.ts';

const MIB = 1_048_576;
const LIMITS: ScreenLimits = {
  ticket: 60_000,
  opening: 10_000,
  round: 1_000,
  heartbeat: 20_000,
  doubt: 10_000,
  perSession: 10,
  perNetwork: 100,
  open: 500,
  strangers: { perNetwork: 20, inAll: 200 },
  pageFrame: MIB,
  screenFrame: 16 * MIB,
  waiting: MIB,
};
/** Longest wait of a stop for pages to take the farewell, in milliseconds. */
const GOODBYE = 1_000;

/** Whom a ticket lets in, to what; or why nobody. */
type Admission = Admitted | { refused: ConsoleEnd };
interface Admitted {
  caller: Caller;
  row: Row;
  ticket: TicketContent;
}

/**
 * The screens of servers in this process: takes tickets, shows screens and logs on WebSockets. A ticket is the only thing that opens one:
 * neither cookies nor addresses do, so a page of another origin gains nothing by asking (decision D17).
 */
export function createScreens(options: ScreensOptions): Screens {
  const { store, access, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: limits.pageFrame });
  const consoleSessions = new Set<ConsoleSession>();
  const strangers = new PendingConnections<WebSocket>(limits.strangers, (page) => page.terminate());
  let stopping = false;
  let stopRevalidator: (() => Promise<void>) | undefined;

  async function admit(token: string | undefined): Promise<Admission> {
    const ticket = token === undefined ? undefined : await redeem(store.tickets, token);
    if (!ticket) return { refused: 'ticket' };
    let caller: Caller;
    try {
      caller = await access.recall(ticket);
    } catch (error) {
      if (error instanceof GantryError && error.status < 500) return { refused: 'right' };
      throw error;
    }
    const row = await store.read.find('server', ticket.serverId, visibilityOf(caller));
    if (!row || row.projectId !== ticket.projectId) return { refused: 'gone' };
    return { caller, row, ticket };
  }

  /** Why there is no place for one more screen, if so. Only who has shown a good ticket takes one. */
  function crowded({ sessionHash }: Caller, from: string): ConsoleEnd | undefined {
    if (consoleSessions.size >= limits.open) return 'unavailable';
    const others = [...consoleSessions];
    const ofSession = others.filter(({ caller }) => caller.sessionHash === sessionHash).length;
    const ofNetwork = others.filter(({ network }) => network === from).length;
    return ofSession >= limits.perSession || ofNetwork >= limits.perNetwork ? 'many' : undefined;
  }

  /** Who works with which server's screen from where belongs into the audit (architecture rule 15). */
  async function note({ caller, row, ticket }: Admitted, address: string): Promise<void> {
    const { requestId, screen, address: requestedFrom } = ticket;
    const { name } = row.document;
    try {
      await store.audit.append({
        at: new Date().toISOString(),
        userId: caller.principal.userId,
        userName: caller.principal.userName,
        domainId: domainOf(caller),
        projectId: row.projectId,
        call: 'servers.console',
        target: row.id,
        targetNames: typeof name === 'string' ? [name] : [],
        status: 200,
        errorCode: null,
        requestId,
        address,
        body: { kind: screen.kind, asked_from: requestedFrom },
      });
    } catch (err) {
      log.error({ err, requestId }, 'audit entry of a screen not written');
    }
  }

  function refuse(page: WebSocket, end: ConsoleEnd): void {
    // Anybody can come without a ticket, as often as they like.
    log[end === 'ticket' ? 'debug' : 'info']({ end }, 'a screen was refused');
    options.onEnded?.('none', end);
    dismiss(page, end);
  }

  async function receive(page: WebSocket, request: IncomingMessage): Promise<void> {
    // Asked now: once the connection has gone nobody can tell any more.
    const address = options.proxies.addressOf(request);
    strangers.enter(page, address);
    page.once('close', () => strangers.leave(page));
    page.on('error', (err) => log.debug({ err }, 'a page broke the rules of its WebSocket'));
    try {
      const token = await bringsTicket(page, limits.opening);
      const admission: Admission = stopping ? { refused: 'stopping' } : await admit(token);
      if ('refused' in admission) return refuse(page, admission.refused);
      if (page.readyState !== page.OPEN) return options.onEnded?.('none', 'left');
      const network = networkOf(address);
      const full = crowded(admission.caller, network);
      if (full) return refuse(page, full);
      strangers.leave(page);
      show(page, admission, network);
      await note(admission, address);
    } catch (err) {
      log.error({ err }, 'a screen could not be opened');
      refuse(page, 'unavailable');
    }
  }

  function show(page: WebSocket, { caller, row, ticket }: Admitted, network: string): void {
    const consoleSession: ConsoleSession = new ConsoleSession({
      ...options,
      page,
      caller,
      network,
      row,
      ticket,
      limits,
      log: log.child({ requestId: ticket.requestId, server: row.id }),
      onEnd: (end) => {
        consoleSessions.delete(consoleSession);
        options.onEnded?.(ticket.screen.kind, end);
      },
    });
    consoleSessions.add(consoleSession);
  }

  return {
    get open() {
      return consoleSessions.size;
    },
    issue: issuer(store.tickets, limits.ticket),
    attach(server) {
      divertUpgrades(server, (request, socket, head) => {
        if (stopping) return refuseUpgrade(socket, '503 Service Unavailable');
        if (isTornBetweenHosts(request)) return refuseUpgrade(socket, '400 Bad Request');
        sockets.handleUpgrade(request, socket, head, (page) => void receive(page, request));
      });
    },
    start() {
      const { round, heartbeat, doubt } = limits;
      stopRevalidator = startRevalidator({ consoleSessions, access, log, round, heartbeat, doubt });
    },
    async stop() {
      stopping = true;
      await stopRevalidator?.();
      for (const consoleSession of consoleSessions) consoleSession.end('stopping');
      for (const page of sockets.clients) dismiss(page, 'stopping');
      for (const until = performance.now() + GOODBYE; sockets.clients.size > 0 && performance.now() < until;) await delay(10);
      for (const page of sockets.clients) page.terminate();
    },
  };
}
