import type { Logger } from 'pino';
import type { ChangeLog, LogEntry } from '../port/store/changes.ts';
import { Digest, type Emission } from './digest.ts';
import type { View, Views } from './views.ts';

/** Entries of the log read at once. */
export const CHUNK = 500;
/** Milliseconds before the log is read again after it could not be. */
const RETRY = 1_000;

interface FanoutOptions {
  changes: ChangeLog;
  views: Views;
  log: Logger;
  coalesce: number;
  /** One emit to several rooms. */
  emit(rooms: string[], emission: Emission): void;
  /** Called when the log has forgotten entries this process has not sent: whoever is connected has to start anew. */
  onGap(): void;
}

/** Follows the change log and sends each entry to the views that see it. */
export class Fanout {
  readonly #options: FanoutOptions;
  #position = 0;
  #flushing: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #flushedAt = 0;
  #failingSince: number | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: FanoutOptions) {
    this.#options = options;
  }

  /** Everything up to here has been sent to whoever was in a view by then. Changes only together with the sending. */
  get position(): number {
    return this.#position;
  }

  /** Milliseconds since the epoch from when on the log could not be read; undefined while it can. */
  get failingSince(): number | undefined {
    return this.#failingSince;
  }

  async start(): Promise<void> {
    this.#position = await this.#options.changes.head();
    this.#unsubscribe = this.#options.changes.subscribe(() => this.#schedule());
    await this.flush();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    clearTimeout(this.#timer);
    await this.#flushing;
    clearTimeout(this.#timer);
  }

  /** Sends what is in the log now; also used by a login that is ahead of this process. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#flushing) {
      this.#again = true;
      return this.#flushing;
    }
    this.#flushing = this.#drain().finally(() => (this.#flushing = undefined));
    return this.#flushing;
  }

  /** The first change of a quiet time goes out at once, those that follow at most every `coalesce` milliseconds. */
  #schedule(): void {
    if (this.#timer) return;
    const wait = Math.max(0, this.#flushedAt + this.#options.coalesce - performance.now());
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  async #drain(): Promise<void> {
    try {
      do {
        this.#again = false;
        while (await this.#sendChunk());
      } while (this.#again);
      this.#failingSince = undefined;
    } catch (error) {
      if (this.#failingSince === undefined)
        this.#options.log.error({ err: error }, 'the change log cannot be read; tried again until it can');
      this.#failingSince ??= performance.now();
      this.#timer ??= setTimeout(() => void this.flush(), RETRY);
    }
    this.#flushedAt = performance.now();
  }

  /** True when there is more to read. */
  async #sendChunk(): Promise<boolean> {
    const { changes, onGap } = this.#options;
    const { entries, truncated } = await changes.since(this.#position, CHUNK);
    if (truncated) {
      this.#options.log.error({ position: this.#position }, 'the change log was pruned before it was sent');
      this.#position = await changes.head();
      onGap();
      return false;
    }
    const end = entries.at(-1)?.seq;
    if (end === undefined) return false;
    this.#send(entries, end);
    return entries.length === CHUNK;
  }

  #send(entries: readonly LogEntry[], end: number): void {
    const { views, emit } = this.#options;
    const digests = new Map<View, Digest>();
    for (const entry of entries) {
      for (const view of views.seeing([...(entry.before ?? []), ...(entry.after ?? [])])) {
        let digest = digests.get(view);
        if (!digest) digests.set(view, (digest = new Digest()));
        digest.add(entry, (subject) => view.visible.get(subject));
      }
    }
    for (const { rooms, emissions } of grouped(digests, this.#position, end)) for (const emission of emissions) emit(rooms, emission);
    this.#position = end;
  }
}

/** Views that are told exactly the same, together: the message is encoded once for all of them. */
function grouped(digests: ReadonlyMap<View, Digest>, start: number, end: number): Iterable<{ rooms: string[]; emissions: Emission[] }> {
  const groups = new Map<string, { rooms: string[]; emissions: Emission[] }>();
  for (const [view, digest] of digests) {
    const emissions = digest.emissions(start, end);
    const key = emissions
      .map(({ channel, event }) => `${channel} ${event.changes.map(({ seq, operation }) => `${seq}${operation}`)}`)
      .join(';');
    const group = groups.get(key);
    if (group) group.rooms.push(view.room);
    else groups.set(key, { rooms: [view.room], emissions });
  }
  return groups.values();
}
