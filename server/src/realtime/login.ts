import type { Logger } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import { SESSION_ENDED, type LoginAnswer } from '@gantry/contract/wire/events';
import { loginMessage } from '@gantry/contract/wire/login-message';
import type { Presented } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import type { Budgets } from '../access/budgets.ts';
import type { ChangeLog } from '../port/store/changes.ts';
import { StoreUnavailable } from '../store/faults/unavailable.ts';
import { chargeLogin, type Charge } from './charge.ts';
import { Digest } from './digest.ts';
import { CHUNK, type Fanout } from './fanout.ts';
import { presentedBy } from './handshake.ts';
import type { RealtimeOptions } from './port.ts';
import { visibleNamesOf } from './viewer.ts';
import type { Views } from './views.ts';
import type { Answer, LiveSocket } from './wire.ts';

type VisibleBySubject = ReturnType<typeof visibleNamesOf>;

/** Where logins are answered. */
export interface Desk {
  access: RealtimeOptions['access'];
  budgets: Budgets;
  addressOf(socket: LiveSocket): string;
  changes: ChangeLog;
  fanout: Fanout;
  views: Views;
  log: Logger;
  onSent: RealtimeOptions['onSent'];
  /** Whether the caller has as many sockets as one user may. */
  isCrowded(caller: Caller): boolean;
}

const isRefusedByBudget = (error: unknown): boolean => error instanceof GantryError && error.code === 'too_many_requests';

function codeOf(error: unknown): LoginAnswer['code'] {
  if (error instanceof StoreUnavailable || isRefusedByBudget(error)) return 503;
  const status = error instanceof GantryError ? error.status : 500;
  return status === 401 || status === 403 || status === 503 ? status : 500;
}

/** Takes a socket out of its view: nothing of that scope reaches it from here on. */
export function leaveView(socket: LiveSocket, views: Views): void {
  const { view } = socket.data;
  delete socket.data.view;
  delete socket.data.caller;
  if (!view) return;
  void socket.leave(view.room);
  views.leave(view);
}

/**
 * Answers one `login` and joins the socket to what its caller sees. `all_tenants` is a wish that changes nothing: the scope of the
 * token decides, as it does for lists (decision C4). Codes: 200; 400 not a login; 401 no valid session (then the socket is cut);
 * 403 no scope chosen; 500 and 503 when that could not be found out, and 503 when the user has too many sockets or the budget of requests is
 * used up (then the socket is cut).
 */
export async function login(socket: LiveSocket, message: unknown, answer: Answer, desk: Desk): Promise<void> {
  const parsed = loginMessage.safeParse(message);
  if (!parsed.success) return answer({ code: 400 });
  leaveView(socket, desk.views);
  const presented = presentedBy(socket);
  const gone = new AbortController();
  const leaves = (): void => gone.abort();
  socket.once('disconnect', leaves);
  try {
    await admitted(socket, presented, parsed.data.since, answer, desk, gone.signal);
  } finally {
    socket.off('disconnect', leaves);
  }
}

async function admitted(
  socket: LiveSocket,
  presented: Presented,
  since: number | undefined,
  answer: Answer,
  desk: Desk,
  signal: AbortSignal,
): Promise<void> {
  let caller: Caller;
  let charge: Charge;
  try {
    charge = chargeLogin(desk.budgets, presented.sessionId, desk.addressOf(socket), signal);
    caller = await desk.access.authenticate(presented);
    charge.caller(caller);
  } catch (error) {
    const code = codeOf(error);
    if (code === 500) desk.log.error({ err: error }, 'a socket login failed');
    answer({ code });
    // What is left of the session of whoever is disabled has to be found out, as where it ends while the socket is open.
    const isDisabled = error instanceof GantryError && error.code === 'user_disabled';
    if (isDisabled) socket.emit(SESSION_ENDED);
    if (code === 401) desk.budgets.forget(presented.sessionId);
    if (code === 401 || isDisabled || isRefusedByBudget(error)) socket.disconnect(true);
    return;
  }
  if (caller.scope.type === 'user') return answer({ code: 403 });
  if (desk.isCrowded(caller)) {
    answer({ code: 503 });
    socket.disconnect(true);
    return;
  }
  try {
    await welcome(socket, caller, since, answer, desk, charge);
  } catch (error) {
    if (!isRefusedByBudget(error)) desk.log.warn({ err: error }, 'a socket could not be brought up to date');
    socket.disconnect(true);
  }
}

async function welcome(
  socket: LiveSocket,
  caller: Caller,
  since: number | undefined,
  answer: Answer,
  desk: Desk,
  charge: Charge,
): Promise<void> {
  const { changes, fanout, views } = desk;
  const visible = visibleNamesOf(caller);
  const join = (): void => {
    const view = views.join(visible);
    socket.data.caller = caller;
    socket.data.view = view;
    void socket.join(view.room);
  };
  if (since !== undefined && since > fanout.position) await fanout.flush();
  const resync = since !== undefined && (since > fanout.position || (await changes.since(since, 1)).truncated);
  if (since !== undefined && !resync) {
    answer({ code: 200, seq: since });
    await catchUp(socket, visible, since, desk, charge, join);
  } else if (socket.connected) {
    join();
    answer({ code: 200, seq: fanout.position, ...(resync && { resync }) });
  }
}

/**
 * Tells a socket what it missed up to the point from which on its room tells it, and calls `join` at that very point: not a
 * microtask lies between, or a change could be told twice or never.
 */
async function catchUp(
  socket: LiveSocket,
  visible: VisibleBySubject,
  since: number,
  { changes, fanout, onSent }: Desk,
  charge: Charge,
  join: () => void,
): Promise<void> {
  let position = since;
  while (socket.connected) {
    const goal = fanout.position;
    if (position >= goal) return join();
    const from = position;
    const { entries, truncated } = await charge.chunk(() => changes.since(from, CHUNK));
    // Forgotten in this very moment: at its next login the socket is told to start anew.
    if (truncated) return void socket.disconnect(true);
    const due = entries.filter((entry) => entry.seq <= goal);
    const end = due.length === CHUNK ? (due.at(-1)?.seq ?? goal) : goal;
    const digest = new Digest();
    for (const entry of due) digest.add(entry, (subject) => visible.get(subject));
    for (const { channel, event } of digest.emissions(position, end)) {
      socket.emit(channel, event);
      onSent?.(channel, 1);
    }
    position = end;
  }
}
