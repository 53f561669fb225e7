import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { ConsoleEnd, ConsoleMessage, ConsoleState } from '@gantry/contract/nouns/servers/console-wire';
import { actorOf, type Caller } from '../access/caller.ts';
import { visibilityOf } from '../access/visibility.ts';
import type { Row } from '../port/store/rows.ts';
import { bridge } from './bridge.ts';
import { LogFeed } from './log-feed.ts';
import { dismiss, tell } from './page.ts';
import type { ScreenEnd, ScreenLimits, ScreensOptions } from './port.ts';
import type { TicketContent } from './tickets.ts';

/** Milliseconds within which a session that is worked with is not touched again. */
const TOUCH = 60_000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const stateOf = ({ document }: Row): ConsoleState => ({
  status: text(document['status']),
  task_state: typeof document['task_state'] === 'string' ? document['task_state'] : null,
});

interface ShowingOptions extends Pick<ScreensOptions, 'store' | 'access' | 'live' | 'trustOf'> {
  page: WebSocket;
  caller: Caller;
  /** Where the page is, see `networkOf`. */
  network: string;
  ticket: TicketContent;
  row: Row;
  limits: ScreenLimits;
  log: Logger;
  onEnd(end: ScreenEnd): void;
}

/** One screen that is shown on one page, from the redeemed ticket to its end. */
export class ConsoleSession {
  readonly caller: Caller;
  readonly network: string;
  readonly kind: 'vnc' | 'log';
  readonly #options: ShowingOptions;
  readonly #stop: () => void;
  #feed: LogFeed | undefined;
  #state: ConsoleState;
  #end: ScreenEnd | undefined;
  #touchedAt = 0;
  #missedBeats = 0;

  constructor(options: ShowingOptions) {
    const { page, caller, network, ticket, row } = options;
    this.#options = options;
    this.caller = caller;
    this.network = network;
    this.kind = ticket.screen.kind;
    this.#state = stateOf(row);
    for (const sign of ['message', 'pong'] as const) page.on(sign, () => (this.#missedBeats = 0));
    page.once('close', () => this.#finish('left'));
    this.#stop = ticket.screen.kind === 'vnc' ? this.#showScreen(ticket.screen.url) : this.#showLog();
  }

  /** Ends it and tells the page why. */
  end(end: ConsoleEnd): void {
    if (this.#finish(end)) dismiss(this.#options.page, end);
  }

  /** Looks whether the server is still there and what it does. Throws where that cannot be found out. */
  async look(): Promise<void> {
    const { store, ticket, page } = this.#options;
    const row = await store.read.find('server', ticket.serverId, visibilityOf(this.caller));
    if (!row || row.projectId !== ticket.projectId) return this.end('gone');
    const state = stateOf(row);
    if (state.status !== this.#state.status || state.task_state !== this.#state.task_state) {
      this.#state = state;
      tell(page, { type: 'state', ...state });
    }
    void this.#feed?.look();
  }

  /** Asks the page for a sign of life; ends it after two that did not come. A page that is not read from cannot give one. */
  beat(): void {
    const { page } = this.#options;
    if (page.isPaused) return;
    this.#missedBeats += 1;
    if (this.#missedBeats > 2) this.end('silent');
    else page.ping();
  }

  #hello(): void {
    const { page, row } = this.#options;
    const server = { id: row.id, name: text(row.document['name']), ...this.#state };
    tell(page, { type: 'hello', kind: this.kind, server });
  }

  #showScreen(url: string): () => void {
    const { page, limits, log, row, trustOf } = this.#options;
    return bridge({
      url,
      trust: trustOf(row.engine),
      page,
      limits,
      onOpen: () => this.#hello(),
      onAct: () => this.#act(),
      onClose: (why) => {
        if (this.#end === undefined) log.info({ err: why instanceof Error ? why : undefined }, 'a screen has closed');
        this.end('screen');
      },
    });
  }

  #showLog(): () => void {
    const { page, log } = this.#options;
    const feed = new LogFeed({
      read: (signal) => this.#readLog(signal),
      tell: (message: ConsoleMessage) => tell(page, message),
      end: (end) => this.end(end),
      log,
    });
    this.#feed = feed;
    this.#hello();
    page.resume();
    void feed.look();
    return () => feed.stop();
  }

  async #readLog(signal: AbortSignal): Promise<string> {
    const { live, row, store, log, ticket } = this.#options;
    const read = live(row.engine, 'server.log');
    if (!read) return '';
    const { requestId } = ticket;
    const context = { credential: this.caller.credential, actor: actorOf(this.caller), store, log, requestId, signal };
    const answer = await read(context, row, {});
    return typeof answer === 'object' && answer !== null && 'log' in answer ? text(answer.log) : '';
  }

  /** Work on a screen is work in the session. */
  #act(): void {
    const now = Date.now();
    if (now - this.#touchedAt < TOUCH) return;
    this.#touchedAt = now;
    this.#options.access.inUse(this.caller).catch((err: unknown) => this.#options.log.warn({ err }, 'the use of a session was not noted'));
  }

  /** False where it had ended already. */
  #finish(end: ScreenEnd): boolean {
    if (this.#end !== undefined) return false;
    this.#end = end;
    this.#stop();
    this.#options.onEnd(end);
    return true;
  }
}
