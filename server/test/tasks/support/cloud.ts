import { randomUUID } from 'node:crypto';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, Command, CommandContext } from '../../../src/port/engine.ts';
import type { Row } from '../../../src/port/store/rows.ts';

/** A door that tests open and shut. Whoever comes while it is shut waits, until it opens or the signal aborts. */
class Gate {
  #shut: { promise: Promise<void>; resolve: () => void } | undefined;
  /** How many wait or have waited. */
  came = 0;

  shut(): void {
    this.#shut ??= Promise.withResolvers<void>();
  }

  open(): void {
    this.#shut?.resolve();
    this.#shut = undefined;
  }

  async pass(signal?: AbortSignal): Promise<void> {
    this.came += 1;
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      if (this.#shut || signal?.aborted) await Promise.race([this.#shut?.promise, aborted.promise]);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }
}

export interface Thing {
  id: string;
  /** The mark that says which task made it (rule 9). */
  taskId: string;
  /** Which of several alike it is. */
  copy: number | undefined;
  settled: boolean;
}

/**
 * A cloud of things for tests: it remembers what it was asked, and outlives the processes that ask. A name decides what goes wrong:
 * `refused` at accepting, `broken` at settling, `defect` by an error nobody expects.
 */
export class Cloud {
  readonly things = new Map<string, Thing>();
  readonly accepting = new Gate();
  /** Between a request's arrival and the cloud's work on it, which whoever asked may have given up by then. */
  readonly working = new Gate();
  /** Between the cloud's yes and its answer's arrival. */
  readonly answering = new Gate();
  readonly settling = new Gate();
  readonly recovering = new Gate();
  /** Accepts and settles that run now, and the most that ever did. */
  atWork = 0;
  mostAtWork = 0;
  /** Those of several alike that the cloud refuses to make. */
  readonly refusedCopies = new Set<number>();
  /** Tasks, and which of several, that were told to take away what they may have left. */
  readonly abandoned: string[] = [];
  /** Contexts and acceptances of all settles so far. */
  readonly settles: { context: CommandContext; acceptance: Acceptance }[] = [];

  readonly commands: Record<string, Command<{ name?: string }>> = {
    /** Makes a thing; can tell after a crash whether it did. */
    'server.create': {
      accept: (context, target, body) => this.#make(context, target, body),
      settle: (context, acceptance, body) => this.#settle(context, acceptance, body.name ?? ''),
      recover: async ({ taskId, copy, signal }) => {
        await this.recovering.pass(signal);
        const made = [...this.things.values()].find((thing) => thing.taskId === taskId && thing.copy === copy);
        return made && { id: made.id, memo: { recovered: true } };
      },
      abandon: async ({ taskId, copy }) => void this.abandoned.push(copy === undefined ? taskId : `${taskId}#${copy}`),
    },
    /** Safe to ask twice, hence without recover. */
    'server.stop': {
      accept: async (context, target) => {
        await this.accepting.pass(context.signal);
        this.#fail(nameOf(target), 'refused');
        return { id: idOf(target), memo: { from: 'accept' }, requestId: `req-${idOf(target)}` };
      },
      settle: (context, acceptance) => this.#settle(context, acceptance, this.names.get(acceptance.id) ?? ''),
    },
    /** Done when accepted. */
    'server.update': {
      accept: async ({ signal }, target) => {
        await this.accepting.pass(signal);
        return { id: idOf(target) };
      },
    },
  };
  readonly names = new Map<string, string>();

  async #make({ taskId, copy, signal }: CommandContext, _: Row | null, body: { name?: string }): Promise<Acceptance> {
    await this.accepting.pass(signal);
    await this.working.pass();
    this.#fail(copy !== undefined && this.refusedCopies.has(copy) ? 'refused' : (body.name ?? ''), 'refused');
    const thing = { id: randomUUID(), taskId, copy, settled: false };
    this.things.set(thing.id, thing);
    await this.answering.pass(signal);
    return { id: thing.id, memo: { at: 'host-1' }, requestId: 'req-create' };
  }

  async #settle(context: CommandContext, acceptance: Acceptance, name: string): Promise<void> {
    this.settles.push({ context, acceptance });
    this.atWork += 1;
    this.mostAtWork = Math.max(this.mostAtWork, this.atWork);
    try {
      context.progress(0.5);
      await this.settling.pass(context.signal);
      this.#fail(name, 'broken');
      const thing = this.things.get(acceptance.id);
      if (thing) thing.settled = true;
    } finally {
      this.atWork -= 1;
    }
  }

  #fail(name: string, step: 'refused' | 'broken'): void {
    if (name.startsWith(step))
      throw new GantryError('engine_refused', {
        detail: `the cloud says ${step}`,
        ...(name.endsWith('!') && { requestId: 'req-of-refusal' }),
      });
    if (name === 'defect') throw new TypeError('secret internals');
  }
}

const idOf = (target: Row | null): string => {
  if (!target) throw new Error('the command needs a target');
  return target.id;
};
const nameOf = (target: Row | null): string => String(target?.document['name'] ?? '');
