import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { vi } from 'vitest';
import type { GantryError } from '@gantry/contract/wire/errors';
import { task } from '@gantry/contract/nouns/tasks/entity';
import type { Command } from '../../../src/port/engine.ts';
import type { LogEntry } from '../../../src/port/store/changes.ts';
import type { Row } from '../../../src/port/store/rows.ts';
import type { Store } from '../../../src/port/store/store.ts';
import type { Once, TaskActor } from '../../../src/port/store/tasks.ts';
import { createTaskRunner } from '../../../src/tasks/index.ts';
import type { BulkItem, TaskRunner, TaskRunnerOptions } from '../../../src/tasks/port.ts';
import { Cloud } from './cloud.ts';

const ENGINE = 'test-cloud';
/** Milliseconds; short, so that a lease runs out, and a doubt is over, within a test. No test waits until `accept` is over. */
export const TIMES = { lease: 1_200, heartbeat: 200, accept: 60_000, doubt: 500 };

const actor: TaskActor = {
  userId: 'user-1',
  userName: 'Ada',
  domainId: 'acme',
  scope: { type: 'project', projectId: 'p1', domainId: 'acme' },
  sessionHash: 'session-hash',
  scopeTokenHash: null,
};

/** The store as a process sees it that can die: from then on none of its calls ever comes back. */
function mortal(store: Store): { store: Store; die(): void } {
  let dead = false;
  const wrap = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'function')
          return (...given: unknown[]): unknown => (dead ? new Promise(() => undefined) : Reflect.apply(value, target, given));
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
    });
  return { store: wrap(store), die: () => (dead = true) };
}

export interface Process {
  runner: TaskRunner;
  owner: string;
  /** Ends the process without any farewell. */
  crash(): void;
}

/** One store, one cloud, and as many processes as a test starts. */
export function bench(store: Store) {
  const cloud = new Cloud();
  const processes: Process[] = [];

  async function process(options: Partial<TaskRunnerOptions> = {}): Promise<Process> {
    const owner = randomUUID();
    const { store: seen, die } = mortal(options.store ?? store);
    const runner = createTaskRunner({
      log: pino({ level: 'silent' }),
      owner,
      command: (engine, name): Command<never> | undefined => (engine === ENGINE ? cloud.commands[name] : undefined),
      credentialFor: async () => ({ token: 'of the user' }),
      times: TIMES,
      ...options,
      store: seen,
    });
    const made = { runner, owner, crash: die };
    processes.push(made);
    await runner.start();
    return made;
  }

  /** A server of the test cloud in the actor's project. */
  async function server(name: string): Promise<Row> {
    const id = randomUUID();
    cloud.names.set(id, name);
    const document = { id, name, status: 'ACTIVE', task_state: null, created: '2026-01-01T00:00:00.000Z' };
    return store.transaction((writer) =>
      writer.put({ engine: ENGINE, kind: 'server', id, domainId: 'acme', projectId: 'p1', userId: null, document }),
    );
  }

  const request = { entity: 'server', actor, requestId: 'request-1', kwargs: {} };
  const row = async (id: string): Promise<Row> => {
    const found = await store.read.get({ engine: 'gantry', kind: 'task', id });
    if (!found) throw new Error(`there is no task ${id}`);
    return found;
  };
  /** The task as a reader gets it; throws where it is not what the contract says. */
  const taskOf = async (id: string) => {
    const found = await row(id);
    return task.parse({ project_name: null, domain_name: null, ...found.document, revision: found.revision });
  };

  return {
    store,
    cloud,
    process,
    server,
    row,
    taskOf,
    create: (runner: TaskRunner, name: string, once?: Once) =>
      runner.submit({ ...request, command: 'server.create', engine: ENGINE, target: null, name, body: { name }, kwargs: { name }, once }),
    /** Several alike: `web` makes `web-1`, `web-2` and so on. */
    several: (runner: TaskRunner, name: string, count: number, once?: Once) => {
      const copies = Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
      const asked = { ...request, command: 'server.create', engine: ENGINE, target: null, name, body: { name }, kwargs: { name } };
      return runner.submit({ ...asked, copies, once });
    },
    act: (runner: TaskRunner, command: string, target: Row) =>
      runner.submit({ ...request, command, engine: ENGINE, target, name: String(target.document['name']), body: {} }),
    bulk: (runner: TaskRunner, items: readonly BulkItem[]) => runner.submitBulk({ ...request, command: 'server.stop', items, body: {} }),
    until: (id: string, state: string) =>
      vi.waitFor(async () => {
        const now = await taskOf(id);
        if (now.state !== state) throw new Error(`task is ${now.state}, not ${state}`);
        return now;
      }),
    /** The id of the only task there is. */
    onlyTask: async (): Promise<string> => {
      const { entries } = await store.changes.since(0, 1000);
      const ids = new Set(entries.filter(({ kind }) => kind === 'task').map(({ id }) => id));
      const [id, ...others] = ids;
      if (id === undefined || others.length > 0) throw new Error(`there are ${ids.size} tasks`);
      return id;
    },
    logOf: async (id: string): Promise<LogEntry[]> => (await store.changes.since(0, 1000)).entries.filter((entry) => entry.id === id),
    async end(): Promise<void> {
      for (const gate of [cloud.accepting, cloud.working, cloud.answering, cloud.settling, cloud.recovering]) gate.open();
      for (const { crash } of processes) crash();
    },
  };
}

export type Bench = ReturnType<typeof bench>;

export const item = (target: Row, refusal: GantryError | null = null): BulkItem => ({
  id: target.id,
  target,
  name: String(target.document['name']),
  refusal,
});
