import type { Logger } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import type { ConsoleEnd, ConsoleMessage } from '@gantry/contract/nouns/servers/console-wire';

interface LogFeedOptions {
  /** The whole log, as the engine has it now. */
  read(signal: AbortSignal): Promise<string>;
  tell(message: ConsoleMessage): void;
  end(end: ConsoleEnd): void;
  log: Logger;
}

/** Errors after which the log will not come any more. */
const ENDS: Readonly<Partial<Record<string, ConsoleEnd>>> = {
  not_found: 'gone',
  unauthorized: 'right',
  reauth_required: 'right',
  forbidden: 'right',
};

/** Follows a server's console log: tells a page what has been written since it looked last. */
export class LogFeed {
  readonly #options: LogFeedOptions;
  readonly #over = new AbortController();
  #shown: string | undefined;
  #looking = false;

  constructor(options: LogFeedOptions) {
    this.#options = options;
  }

  /** Looks, unless it is still looking. Never rejects. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const text = await this.#options.read(this.#over.signal);
      if (!this.#over.signal.aborted) this.#show(text);
    } catch (err) {
      if (!this.#over.signal.aborted) this.#fail(err);
    } finally {
      this.#looking = false;
    }
  }

  stop(): void {
    this.#over.abort(new Error('the page has gone'));
  }

  #show(text: string): void {
    const shown = this.#shown;
    if (text === shown) return;
    this.#shown = text;
    const from = shown !== undefined && text.startsWith(shown) ? shown.length : 0;
    this.#options.tell({ type: 'log', from, text: text.slice(from) });
  }

  #fail(err: unknown): void {
    const end = err instanceof GantryError ? ENDS[err.code] : undefined;
    if (end) this.#options.end(end);
    else this.#options.log.warn({ err }, 'the log of a console could not be read; it is tried again');
  }
}
