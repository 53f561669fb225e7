import { ENGINE_ENTITY, type ChangeEvent } from '@gantry/contract/wire/events';
import type { EngineHealth } from '../port/engine.ts';

/** What the socket has to know of an engine: when lists of it become stale, and when they are fresh again. */
export interface WatchedEngine {
  readonly id: string;
  readonly mirrors: boolean;
  health(): Pick<EngineHealth, 'reachable' | 'services' | 'doubts'>;
  onHealth?(listener: () => void): () => void;
}

/** Whether lists of it say anything about their freshness beside that all is well. */
export const isIll = (engine: WatchedEngine): boolean => {
  const { reachable, doubts } = engine.health();
  return engine.mirrors && (!reachable || doubts.length > 0);
};

/** An engine's health has changed. Not in the log, hence without a number of its own. */
export function healthEvent(engine: WatchedEngine, seq: number): ChangeEvent {
  const status = engine.health().reachable ? 'up' : 'down';
  return { seq, changes: [{ seq, entity: ENGINE_ENTITY, operation: 'updated', id: engine.id, revision: 0, status }] };
}
