import { kinds } from '@gantry/contract';
import { CHANNELS, type ChangeEvent } from '@gantry/contract/wire/events';
import type { Channel } from '@gantry/contract/wire/kind';
import type { Change } from '@gantry/contract/wire/events';
import type { LogEntry } from '../store/port/changes.ts';
import { changeFor, coalesced, type Sight } from './classify.ts';

/** One emit: the channel's name and its payload. */
export interface Emission {
  channel: Channel;
  event: ChangeEvent;
}

/** Gathers what one sight is told of a stretch of the log. */
export class Digest {
  readonly #byChannel = new Map<Channel, Change[]>();

  /** `sightOf`: sight on the things of a subject, undefined where the viewer may not read it. */
  add(entry: LogEntry, sightOf: (subject: string) => Sight | undefined): void {
    const kind = kinds.get(entry.kind);
    const sight = kind && sightOf(kind.subject);
    const change = sight && changeFor(entry, sight);
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
