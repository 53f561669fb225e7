/** What noVNC puts onto a channel. */
interface BinaryEvent {
  data: ArrayBuffer;
}

/**
 * The binary frames of a console's WebSocket, as the channel that noVNC asks for. What arrives before noVNC is there waits; the other side
 * does not go on before it is answered.
 */
export class ScreenChannel {
  binaryType: BinaryType = 'arraybuffer';
  protocol = '';
  onopen: (() => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #socket: WebSocket;
  readonly #early: ArrayBuffer[] = [];
  #onmessage: ((event: BinaryEvent) => void) | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  get onmessage(): ((event: BinaryEvent) => void) | null {
    return this.#onmessage;
  }

  set onmessage(handler: ((event: BinaryEvent) => void) | null) {
    this.#onmessage = handler;
    // noVNC is not ready within the same turn in which it takes the channel.
    queueMicrotask(() => {
      for (let data = this.#early.shift(); data && this.#onmessage; data = this.#early.shift()) this.#onmessage({ data });
    });
  }

  send(data: ArrayBufferView<ArrayBuffer> | ArrayBuffer): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  close(): void {
    this.#socket.close();
  }

  /** A frame has arrived. */
  take(data: ArrayBuffer): void {
    if (this.#onmessage && this.#early.length === 0) this.#onmessage({ data });
    else this.#early.push(data);
  }
}
