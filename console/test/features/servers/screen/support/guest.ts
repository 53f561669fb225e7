/** A guest with a screen, without one: what stands in for noVNC and for the browser's WebSocket, at the borders of the console page. */
import type { ConsoleMessage } from '@gantry/contract/nouns/servers/console-wire';
import { afterEach, onTestFinished, vi } from 'vitest';
import { acting } from '../../../../support/render.tsx';

/** A WebSocket whose other side is the test. */
export class TestSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static readonly opened: TestSocket[] = [];
  readonly sent: unknown[] = [];
  readonly url: string;
  binaryType = 'blob';
  readyState = TestSocket.CONNECTING;
  onopen?: () => void;
  onmessage?: (event: { data: string | ArrayBuffer }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(url: string) {
    this.url = url;
    TestSocket.opened.push(this);
  }

  send(data: unknown): void {
    this.sent.push(data);
  }

  /** From the page: heard a moment later, as in a browser, with the code of a close that nobody explains. */
  close(): void {
    if (this.readyState >= TestSocket.CLOSING) return;
    this.readyState = TestSocket.CLOSING;
    setTimeout(() => this.end(1005));
  }

  accept(): Promise<void> {
    return acting(() => {
      this.readyState = TestSocket.OPEN;
      this.onopen?.();
    });
  }

  say(message: ConsoleMessage): Promise<void> {
    return acting(() => this.onmessage?.({ data: JSON.stringify(message) }));
  }

  /** A frame of the screen. */
  paint(text: string): Promise<void> {
    return acting(() => this.onmessage?.({ data: new TextEncoder().encode(text).buffer }));
  }

  end(code: number): void {
    this.readyState = TestSocket.CLOSED;
    this.onclose?.({ code });
  }
}

/** The part of a channel that noVNC uses. */
interface Channel {
  onmessage: ((event: { data: ArrayBuffer }) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: ArrayBuffer): void;
}

/** What stands in for noVNC: it paints nothing, and writes down all it is told to send. */
export class TestScreen extends EventTarget {
  static readonly opened: TestScreen[] = [];
  readonly target: HTMLElement;
  readonly channel: Channel;
  /** `+KeyA`, `-KeyA`: by code, else by keysym. */
  readonly keys: string[] = [];
  readonly keysyms: number[] = [];
  readonly pasted: string[] = [];
  readonly heard: string[] = [];
  connected = true;
  /** By the page, and not by the other side. */
  letGo = false;
  scaleViewport = false;
  readonly #canvas = document.createElement('canvas');

  constructor(target: HTMLElement, channel: Channel) {
    super();
    this.target = target;
    this.channel = channel;
    this.#canvas.tabIndex = 0;
    target.append(this.#canvas);
    channel.onmessage = ({ data }) => this.heard.push(new TextDecoder().decode(data));
    channel.onclose = () => this.#end();
    TestScreen.opened.push(this);
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#canvas;
  }

  sendKey(keysym: number, code: string | undefined, down?: boolean): void {
    this.keys.push(`${down ? '+' : '-'}${code ?? keysym}`);
    this.keysyms.push(keysym);
  }

  clipboardPasteFrom(text: string): void {
    this.pasted.push(text);
  }

  toBlob(callback: (blob: Blob | null) => void, type?: string): void {
    callback(new Blob(['what is on the screen'], { ...(type !== undefined && { type }) }));
  }

  focus(): void {
    this.#canvas.focus();
  }

  /** The guest has copied something. */
  copy(text: string): Promise<void> {
    return acting(() => this.dispatchEvent(new CustomEvent('clipboard', { detail: { text } })));
  }

  disconnect(): void {
    this.letGo = true;
    this.#end();
  }

  #end(): void {
    if (!this.connected) return;
    this.connected = false;
    this.#canvas.remove();
    this.dispatchEvent(new CustomEvent('disconnect'));
  }
}

/** What waits for its time, by the milliseconds that were asked for. */
export interface Held {
  ms: number;
  run(): void;
}

/** Keeps what is to happen after these times until the test lets it happen; all other timers go on. */
export function holdTimers(...times: number[]): Held[] {
  const held: Held[] = [];
  const real = setTimeout;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...given: []) => {
    if (!times.includes(ms)) return real(run, ms, ...given);
    held.push({ ms, run });
    return 0;
  });
  return held;
}

/** A display that can be filled with one element: answers which one it is. */
export function givenDisplay(): { full: Element | null } {
  const display: { full: Element | null } = { full: null };
  Object.defineProperties(document, {
    fullscreenElement: { configurable: true, get: () => display.full },
    exitFullscreen: { configurable: true, value: async () => void (display.full = null) },
  });
  Object.defineProperty(Element.prototype, 'requestFullscreen', {
    configurable: true,
    async value(this: Element) {
      display.full = this;
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'fullscreenElement');
    Reflect.deleteProperty(document, 'exitFullscreen');
    Reflect.deleteProperty(Element.prototype, 'requestFullscreen');
  });
  return display;
}

afterEach(() => {
  TestSocket.opened.length = 0;
  TestScreen.opened.length = 0;
});
