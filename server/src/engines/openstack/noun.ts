import type { Engine } from '../../port/engine.ts';
import type { Parts } from './commands/parts.ts';
import type { Duty, DutyContext } from './mirror/duty.ts';
import type { Notices } from './mirror/notice.ts';
import type { Strategy } from './mirror/strategy.ts';
import type { Settings } from './settings.ts';

/** What the engine knows of one noun. */
export interface CloudNoun {
  /** How it is kept true. `poll`: seconds between sweeps, by what is swept. */
  strategy(poll: Settings['poll']): Strategy;
  /** What the services announce of it. */
  notices?: Notices;
  /** What can be done to it. */
  commands?(parts: Parts): Engine['commands'];
  /** What is read of it and never stored. */
  live?(parts: Parts): Engine['live'];
  /** Bytes of it. */
  streams?(parts: Parts): NonNullable<Engine['streams']>;
  /** What is done to it by itself, by the replica that keeps the mirror. */
  duty?(parts: Parts, context: DutyContext): Duty;
}

/** What the engine is made with. */
export interface CloudNouns {
  nouns: readonly CloudNoun[];
  /** Commands with those that are made of commands of several nouns. */
  composed(engine: string, commands: Engine['commands']): Engine['commands'];
}
