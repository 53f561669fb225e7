import { WebSocket } from 'ws';
import type { Trust } from '../port/trust.ts';
import type { ScreenLimits } from './port.ts';

/** Messages of RFC 6143 §7.5 that a person causes: keys, pointer, cut text, and QEMU's keys. The others a page sends by itself. */
const ACTS: ReadonlySet<number | undefined> = new Set([4, 5, 6, 255]);

/** Milliseconds of silence after which TCP asks. */
const KEEP_ALIVE = 30_000;

/** Carries binary frames one way, as fast as the other side takes them. */
function carry(from: WebSocket, to: WebSocket, waiting: number, onFrame?: (frame: Buffer) => void): void {
  from.on('message', (data, isBinary) => {
    if (!isBinary || !(data instanceof Buffer) || to.readyState !== WebSocket.OPEN) return;
    onFrame?.(data);
    to.send(data, { binary: true }, () => {
      if (from.isPaused && to.bufferedAmount <= waiting / 2) from.resume();
    });
    if (to.bufferedAmount > waiting) from.pause();
  });
}

interface Bridge {
  /** Address of the screen. */
  url: string;
  /** Whose certificates an address with `wss` may show. */
  trust: Trust | undefined;
  page: WebSocket;
  limits: Pick<ScreenLimits, 'opening' | 'screenFrame' | 'waiting'>;
  /** The screen is there; whatever is told the page now comes before its first frame. */
  onOpen(): void;
  /** Somebody has pressed a key or moved the pointer. */
  onAct(): void;
  /** The screen has closed, or could not be reached. */
  onClose(why: unknown): void;
}

/** Ties a page to a screen. Returns the way to cut the screen. */
export function bridge({ url, trust, page, limits, onOpen, onAct, onClose }: Bridge): () => void {
  const screen = new WebSocket(url, ['binary'], {
    ...trust,
    perMessageDeflate: false,
    maxPayload: limits.screenFrame,
    handshakeTimeout: limits.opening,
    followRedirects: false,
  });
  let failure: unknown;
  // A screen may be still for hours; TCP finds out when its host is gone.
  screen.on('upgrade', ({ socket }) => socket.setKeepAlive(true, KEEP_ALIVE));
  screen.on('error', (error) => (failure = error));
  screen.on('close', (code) => onClose(failure ?? code));
  screen.on('open', () => {
    onOpen();
    carry(screen, page, limits.waiting);
    carry(page, screen, limits.waiting, (frame) => {
      if (ACTS.has(frame[0])) onAct();
    });
    if (page.isPaused) page.resume();
  });
  return () => screen.terminate();
}
