/** Somebody who gives commands on the lab while it is recorded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Scope } from '@gantry/contract/access/roles';
import {
  commandNamed,
  type Acceptance,
  type CommandContext,
  type Engine,
  type EnterableScope,
  type Principal,
} from '../../../../src/port/engine.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import type { Store } from '../../../../src/port/store/store.ts';

/** Milliseconds after which a lab that has lost an answer of its own has got over it, and how often it may. */
const OVER_MS = 20_000;
const LOSSES = 4;

/** A small lab under load loses an answer between its processes now and then: what it was asked is asked again. */
async function patient<T>(work: () => Promise<T>, losses = LOSSES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GantryError) || error.code !== 'engine_unavailable' || losses === 0) throw error;
    console.log(`asked again: ${error.detail}`);
    await sleep(OVER_MS);
    return patient(work, losses - 1);
  }
}

/** Ends when the cloud refuses, which is the purpose; throws when it does not. */
export async function refused(work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof GantryError && error.code === 'engine_unavailable' ? 'lost' : 'refused'),
  );
  if (outcome !== 'refused') throw new Error(`the cloud was meant to refuse, but the request was ${outcome}`);
}

export class Tourist {
  readonly #engine: Engine;
  readonly #store: Store;
  readonly #principal: Principal;
  /** Ids by the names that tests use. */
  readonly names: Record<string, string>;
  readonly #scope: EnterableScope;

  constructor(engine: Engine, store: Store, principal: Principal, names: Record<string, string>, scope: EnterableScope) {
    this.#engine = engine;
    this.#store = store;
    this.#principal = principal;
    this.names = names;
    this.#scope = scope;
  }

  /** The same person somewhere else. */
  in(scope: EnterableScope): Tourist {
    return new Tourist(this.#engine, this.#store, this.#principal, this.names, scope);
  }

  async asking(): Promise<CommandContext> {
    const scope: Scope = this.#scope;
    const { userId, userName, domainId } = this.#principal;
    const { credential } = await this.#engine.identity!.enter(this.#principal, this.#scope);
    return {
      taskId: 'recorded-task',
      actor: { userId, userName, domainId, scope, sessionHash: null, scopeTokenHash: null },
      credential,
      store: this.#store,
      log: pino({ level: 'silent' }),
      requestId: '00000000-0000-4000-8000-000000000000',
      signal: AbortSignal.timeout(400_000),
      progress: () => undefined,
    };
  }

  async row(name: string, kind = 'server'): Promise<Row | null> {
    return (await this.#store.read.get({ engine: this.#engine.id, kind, id: this.names[name]! })) ?? null;
  }

  /** Id of a thing that has no name of ours. Throws where there is none. */
  async find(kind: string, is: (document: Row['document']) => boolean): Promise<string> {
    for await (const rows of this.#store.read.sweep(this.#engine.id, kind)) {
      const found = rows.find(({ document }) => is(document));
      if (found) return found.id;
    }
    throw new Error(`no such ${kind}`);
  }

  /** Only the cloud's yes or no. */
  async ask(command: string, target: Row | null, body: object = {}): Promise<Acceptance> {
    return patient(async () => commandNamed(this.#engine, command)!.accept(await this.asking(), target, body as never));
  }

  /** A command on a server or another thing, or one that makes something, until it is done. */
  async run(command: string, name: string | null, body: object = {}, kind = 'server'): Promise<Acceptance> {
    const context = await this.asking();
    const { accept, settle } = commandNamed(this.#engine, command)!;
    const accepted = await patient(async () => accept(context, name === null ? null : await this.row(name, kind), body as never));
    await settle?.(context, accepted, body as never);
    return accepted;
  }

  /** A read that is never stored. */
  async read(live: string, target: Row, query: object = {}): Promise<unknown> {
    return patient(async () => this.#engine.live[live]!(await this.asking(), target, { ...query }));
  }
}
