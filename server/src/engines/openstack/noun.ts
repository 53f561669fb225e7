import type { Engine } from '../../port/engine.ts';
import type { ServiceName } from './client/errors.ts';
import type { Parts } from './commands/parts.ts';
import type { ReplicaJob, ReplicaJobContext } from './mirror/replica-job.ts';
import type { Notices } from './mirror/notice.ts';
import type { Strategy } from './mirror/strategy.ts';
import type { Settings } from './settings.ts';

/** What the engine can do with one noun. */
interface Abilities {
  /** Of its service, without which the noun is not there: `vpnaas`. */
  extension?: string;
  /** What can be done to it. */
  commands?(parts: Parts): Engine['commands'];
  /** What is read of it and never stored. */
  live?(parts: Parts): Engine['live'];
  /** Bytes of it. */
  streams?(parts: Parts): NonNullable<Engine['streams']>;
  /** What is done to it by itself, by the replica that keeps the mirror. */
  replicaJob?(parts: Parts, context: ReplicaJobContext): ReplicaJob;
}

/** A noun whose things the engine mirrors. */
export interface MirroredNoun extends Abilities {
  /** How it is kept true. `poll`: seconds between sweeps, by what is swept. */
  strategy(poll: Settings['poll']): Strategy;
  /** What the services announce of it. */
  notices?: Notices;
}

/** A noun of which nothing is stored. */
interface LiveNoun extends Abilities {
  /** Without it the noun is not there. */
  service: ServiceName;
}

/** What the engine knows of one noun. */
export type CloudNoun = MirroredNoun | LiveNoun;

export const isMirrored = (noun: CloudNoun): noun is MirroredNoun => 'strategy' in noun;

/** What the engine is made with. */
export interface CloudNouns {
  nouns: readonly CloudNoun[];
  /** Commands with those that are made of commands of several nouns. */
  composed(engine: string, commands: Engine['commands']): Engine['commands'];
}
