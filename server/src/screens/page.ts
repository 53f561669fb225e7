import { WebSocket, type RawData } from 'ws';
import { CONSOLE_ENDS, type ConsoleEnd, type ConsoleMessage } from '@gantry/contract/nouns/servers/console-wire';
import { consoleOpening } from '@gantry/contract/nouns/servers/console';

/** Milliseconds a page has to answer the end of its WebSocket. */
const GOODBYE = 1_000;

/** Tells a page something, unless it has gone. */
export function tell(page: WebSocket, message: ConsoleMessage): void {
  if (page.readyState === WebSocket.OPEN) page.send(JSON.stringify(message));
}

/** Ends a page's WebSocket and says why. One that does not answer is cut. */
export function dismiss(page: WebSocket, end: ConsoleEnd): void {
  if (page.readyState === WebSocket.CLOSED) return;
  if (page.isPaused) page.resume();
  page.close(CONSOLE_ENDS[end], end);
  setTimeout(() => page.terminate(), GOODBYE).unref();
}

function ticketIn(data: RawData, isBinary: boolean): string | undefined {
  if (isBinary || !(data instanceof Buffer)) return undefined;
  try {
    const opening = consoleOpening.safeParse(JSON.parse(data.toString('utf8')));
    return opening.data?.ticket;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The ticket in a page's first frame; undefined where it holds none, or does not come within `limit` milliseconds. Then no more is read for now. */
export function bringsTicket(page: WebSocket, limit: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const take = (ticket: string | undefined): void => {
      clearTimeout(timer);
      page.off('message', onMessage);
      page.off('close', onClose);
      if (page.readyState === WebSocket.OPEN) page.pause();
      resolve(ticket);
    };
    const onMessage = (data: RawData, isBinary: boolean): void => take(ticketIn(data, isBinary));
    const onClose = (): void => take(undefined);
    const timer = setTimeout(() => take(undefined), limit);
    page.on('message', onMessage);
    page.on('close', onClose);
  });
}
