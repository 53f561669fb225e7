import type { GantryError } from '@gantry/contract/wire/errors';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { z } from 'zod';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import { createDisk } from '../../../../src/ops/free-space.ts';
import type { Clock } from '../../../../src/port/clock.ts';
import { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { KindName, ServerDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import type { Documents } from '../../../../src/port/store/rows.ts';
import { embedded } from '../../../../src/app/engine-types.ts';
import { isEmbedded, type EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import { commandNamed, type Acceptance, type Command, type CommandContext, type Identity } from '../../../../src/port/engine.ts';
import type { Store } from '../../../../src/port/store/store.ts';
import type { TaskActor } from '../../../../src/port/store/tasks.ts';

export const ENGINE = 'embedded';
/** Where the engine keeps its private records. */
export const RECORDS = `engine:${ENGINE}`;
export const PASSWORDS = { adminPassword: 'admin-secret', samplePassword: 'sample-secret' };
/** One step of each action takes a second, so that tests can watch every state. */
export const TIMINGS = {
  balancer: 2000,
  build: 4000,
  start: 1000,
  stop: 1000,
  reboot: 3000,
  delete: 1000,
  pause: 1000,
  suspend: 1000,
  shelve: 2000,
  rescue: 1000,
  rebuild: 3000,
  resize: 4000,
  confirm: 1000,
  password: 1000,
  image: 3000,
  migrate: 4000,
  attach: 1000,
  volume: 1000,
  extend: 1000,
  snapshot: 1000,
  vpn: 2000,
  grace: 60_000,
  halt: 10_000,
};

type Settings = z.input<typeof embedded.settings>;

/** A created engine that is not started, on a store, with time that stands still. */
export async function createEngine(
  store: Store,
  clock: Clock,
  settings: Settings = {},
  owner: string = randomUUID(),
): Promise<EmbeddedEngine> {
  const chosen = embedded.settings.parse({ ...PASSWORDS, passwordCost: 1024, sampleServers: 0, timings: TIMINGS, ...settings });
  const folder = join(tmpdir(), `gantry-files-${randomUUID()}`);
  const log = pino({ level: 'silent' });
  const engine = await embedded.create(
    { id: ENGINE, store, log, owner, lease: 15_000, folder, disk: createDisk(async () => 1e12), clock },
    chosen,
  );
  if (!isEmbedded(engine)) throw new Error(`an engine of type ${engine.type}`);
  return engine;
}

export async function startEngine(store: Store, clock: Clock, settings: Settings = {}, owner?: string): Promise<EmbeddedEngine> {
  const engine = await createEngine(store, clock, settings, owner);
  await engine.start();
  return engine;
}

export function identityOf(engine: EmbeddedEngine): Identity {
  if (!engine.identity) throw new Error('the embedded engine signs users in');
  return engine.identity;
}

/** Signs in, enters a project by its name, and returns who acts. */
async function actorIn(engine: EmbeddedEngine, domain: string, username: string, project: string): Promise<TaskActor> {
  const identity = identityOf(engine);
  const password = username === 'admin' ? PASSWORDS.adminPassword : PASSWORDS.samplePassword;
  const principal = await identity.signIn({ domain, username, password });
  const entered = (await identity.projects(principal)).find(({ name }) => name === project);
  if (!entered) throw new Error(`${username} does not see ${project}`);
  const { scope } = await identity.enter(principal, { type: 'project', projectId: entered.id, domainId: entered.domainId });
  return { userId: principal.userId, userName: username, domainId: principal.domainId, scope, sessionHash: null, scopeTokenHash: null };
}

export const acmeProd = (engine: EmbeddedEngine): Promise<TaskActor> => actorIn(engine, 'acme', 'acme-member', 'acme-prod');
export const globexProd = (engine: EmbeddedEngine): Promise<TaskActor> => actorIn(engine, 'globex', 'globex-member', 'globex-prod');

/** All documents of a kind, whoever owns them. */
export async function all<K extends KindName>(store: Store, kind: K): Promise<Documents[K][]> {
  const found: Documents[K][] = [];
  for await (const chunk of store.read.sweep(ENGINE, kind)) found.push(...chunk.map(({ document }) => document as Documents[K]));
  return found;
}

export async function idOfName(store: Store, kind: 'flavor' | 'image' | 'network', name: string): Promise<string> {
  const found = (await all(store, kind)).find((item) => item.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found.id;
}

export const serverOf = async (store: Store, id: string): Promise<ServerDocument | undefined> =>
  (await store.read.get({ engine: ENGINE, kind: 'server', id }))?.document as ServerDocument | undefined;

interface Asking {
  taskId?: string;
  signal?: AbortSignal;
  progress?: (fraction: number) => void;
}

/** Asks an engine as the task runner does. */
export class Caller {
  readonly engine: EmbeddedEngine;
  readonly store: Store;
  readonly actor: TaskActor;

  constructor(engine: EmbeddedEngine, store: Store, actor: TaskActor) {
    this.engine = engine;
    this.store = store;
    this.actor = actor;
  }

  context({ taskId = randomUUID(), signal = new AbortController().signal, progress = () => undefined }: Asking = {}): CommandContext {
    const log = pino({ level: 'silent' });
    return { taskId, actor: this.actor, credential: null, store: this.store, log, requestId: `req-${taskId}`, signal, progress };
  }

  command(name: string): Command {
    const command = commandNamed(this.engine, name);
    if (!command) throw new Error(`the engine has no command ${name}`);
    return command as Command;
  }

  /** First half of a command. Throws what the engine refuses with. */
  async accept(name: string, id: string | null, body: unknown = {}, asking: Asking = {}): Promise<Acceptance> {
    // A command is called as the kind it works on.
    const kind = name.slice(0, name.indexOf('.'));
    const target = id === null ? null : await this.store.read.get({ engine: ENGINE, kind, id });
    return this.command(name).accept(this.context(asking), target ?? null, body);
  }

  /** Second half: waits for the end of what was accepted. */
  async settle(name: string, acceptance: Acceptance, asking: Asking = {}): Promise<void> {
    await this.command(name).settle?.(this.context(asking), acceptance, {});
  }

  /** A body that the platform takes. */
  async body(more: Partial<ServerCreate> = {}): Promise<ServerCreate> {
    return {
      name: 'web-01',
      flavor_id: await idOfName(this.store, 'flavor', 'tiny'),
      image_id: await idOfName(this.store, 'image', 'Debian 13'),
      network_ids: [await idOfName(this.store, 'network', 'acme-prod-private')],
      ...more,
    };
  }

  async create(more: Partial<ServerCreate> = {}): Promise<string> {
    return (await this.accept('server.create', null, await this.body(more))).id;
  }

  async live(name: string, kind: KindName, id: string, query: Record<string, unknown> = {}): Promise<unknown> {
    const read = this.engine.live[name];
    const row = await this.store.read.get({ engine: ENGINE, kind, id });
    if (!read || !row) throw new Error(`nothing to read: ${name} ${id}`);
    const { signal } = new AbortController();
    return read(
      { credential: null, actor: this.actor, store: this.store, log: pino({ level: 'silent' }), requestId: 'r', signal },
      row,
      query,
    );
  }
}

/** A platform with the sample tenants and no servers, and a member of acme-prod who acts on it. */
export async function smallPlatform(store: Store, settings: Settings = {}) {
  const clock = new ManualClock();
  const engine = await startEngine(store, clock, settings);
  return { clock, engine, caller: new Caller(engine, store, await acmeProd(engine)) };
}

/** Error that a promise ends with. */
export const refusal = (work: Promise<unknown>): Promise<GantryError> =>
  work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: GantryError) => error,
  );
