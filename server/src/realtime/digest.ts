import { kinds } from '@gantry/contract';
import { CHANNELS, type ChangeEvent } from '@gantry/contract/wire/events';
import type { Channel } from '@gantry/contract/wire/kind';
import type { Change } from '@gantry/contract/wire/events';
import type { LogEntry } from '../port/store/changes.ts';
import { changeFor, coalesced, type VisibleNames } from './classify.ts';

/** One emit: the channel's name and its payload. */
export interface Emission {
  channel: Channel;
  event: ChangeEvent;
}

/** Gathers what viewers with the same visibility are sent of a stretch of the log. */
export class Digest {
  readonly #byChannel = new Map<Channel, Change[]>();

  /** `visibleOf`: what the viewer sees of a subject, undefined where the viewer may not read it. */
  add(entry: LogEntry, visibleOf: (subject: string) => VisibleNames | undefined): void {
    const kind = kinds.get(entry.kind);
    const names = kind && visibleOf(kind.subject);
    const change = names && changeFor(entry, names);
    if (!change) return;
    const gathered = this.#byChannel.get(kind.channel);
    if (gathered) gathered.push(change);
    else this.#byChannel.set(kind.channel, [change]);
  }

  /**
   * The emits, one per channel. Only the last one says that everything up to `end` was sent; a client that is cut off before it
   * asks again from `start`.
   */
  emissions(start: number, end: number): Emission[] {
    const channels = CHANNELS.filter((channel) => this.#byChannel.has(channel));
    return channels.map((channel, index) => ({
      channel,
      event: { seq: index === channels.length - 1 ? end : start, changes: coalesced(this.#byChannel.get(channel) ?? []) },
    }));
  }
}
