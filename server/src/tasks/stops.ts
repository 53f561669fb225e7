/** Why work on a task ends before the task does: its process lets go of it, or somebody cancels it. */
import { Left } from './record.ts';

/** Why a running command's signal aborts when its process lets go of the task. */
export class LetGo extends Left {
  constructor() {
    super('the process lets go of the task');
    this.name = 'LetGo';
  }
}

/** Why a running command's signal aborts when someone cancels the task. */
export class Cancelled extends Error {
  constructor() {
    super('the task was cancelled');
    this.name = 'AbortError';
  }
}

/** The ways in which one task is stopped, as signals. */
export class Stops {
  readonly #letGo = new AbortController();
  readonly #halt = new AbortController();
  readonly #cancel = new AbortController();

  /** Aborts when the process lets go of the task, in either way. */
  get left(): AbortSignal {
    return this.#letGo.signal;
  }

  /** Aborts when also what is just being asked is to stop. */
  get halted(): AbortSignal {
    return this.#halt.signal;
  }

  get cancelled(): AbortSignal {
    return this.#cancel.signal;
  }

  cancel(): void {
    this.#cancel.abort(new Cancelled());
  }

  /** Stops waiting for the engine and begins nothing new; an engine that is just being asked to accept may still answer. */
  letGo(): void {
    this.#letGo.abort(new LetGo());
  }

  /** Stops at once, also what is just being asked. Whoever holds the lease next goes on. */
  halt(): void {
    this.letGo();
    this.#halt.abort(new LetGo());
  }
}
