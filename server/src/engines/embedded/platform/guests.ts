/**
 * What makes guests run. All that the platform knows of a guest's inside goes through this port, so that a hypervisor can stand here where
 * guests are simulated today (`nouns/servers/simulated-guests.ts`).
 */
import type { UserDataForm } from '@gantry/contract/nouns/servers/user-data';
import type { StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import type { Screen } from '../../../port/engine.ts';
import type { ServerDocument } from './documents.ts';
import type { Timings } from './settings.ts';

/** Whose load it is; memory in MiB. */
export interface Guest {
  id: string;
  ram: number;
}

/** Whether the guest ran at an instant (ms since 1970). */
export type RanAt = (at: number) => boolean;

/** A figure of a guest at an instant; null where there is none. */
export type Measured = (at: number) => number | null;

/** What an action lets appear on a console. `halt` and `cut` only where the guest ran. */
export type Writing = 'boot' | 'halt' | 'cut' | 'rescue' | 'plug' | 'password';

/** When something appears on a console, whether the guest ran before, and what it boots instead of its own disk. */
export interface Moment {
  at: string;
  ran: boolean;
  imageId?: string | undefined;
}

/** What a server does when it comes up for the first time (first-boot.ts). Never holds the script itself. */
export interface FirstBoot {
  script: UserDataForm | 'unknown' | null;
  /** Of the script. */
  bytes: number;
  /** Metadata and script are handed over on a disk. */
  drive: boolean;
  /** The administrator's password came with the request; nobody keeps it. */
  password?: true;
  /** What was said of its disks, a line each. */
  disks?: readonly string[];
}

export interface Guests {
  /** The series of a guest, by their names. */
  load(guest: Guest, ran: RanAt): Readonly<Record<StatSeriesName, Measured>>;
  /** Bytes of a volume (`size` in GiB) that its guest has written. */
  written(volume: { id: string; size: number }): number;
  /** What a guest shows. */
  screen(): Screen;
  /** What appears on its console, lines that end with a line feed. */
  console(writings: readonly Writing[], server: ServerDocument, moment: Moment): string;
  /** The same of what it does when it comes up for the first time. */
  firstBoot(planned: FirstBoot, server: ServerDocument, at: string): string;
  /** Milliseconds that something takes which is done to it. */
  takes(what: keyof Timings): number;
}
