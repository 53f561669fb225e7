import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Counts } from './control.ts';
import type { ReplayEvent } from './events.ts';
import type { Fault } from './faults.ts';
import type { ReplayOptions } from './options.ts';

/** A server that was created or acted on since the start. */
export interface MadeServer {
  id: string;
  name: string;
  status: string;
  task_state: string | null;
  project_id: string;
  metadata: Readonly<Record<string, string>>;
  actions: { action: string; requestId: string; startedAt: number; finishedAt: number | null }[];
}

/** A replayed cloud in a child process, and what can be done to it. */
export interface ReplayProcess {
  /** Address of Keystone, for a clouds.yaml. */
  authUrl: string;
  pid: number;
  /** `sizes`: resources by kind. `memory`: bytes. */
  state(): Promise<{ sizes: Record<string, number>; requests: Counts; memory: number; credential: string }>;
  /** Status of every server by id. */
  statuses(): Promise<Map<string, string>>;
  resetCounts(): Promise<void>;
  /** What happened after a number; waits up to `ms` for the first. */
  events(after: number, ms: number): Promise<ReplayEvent[]>;
  servers(): Promise<MadeServer[]>;
  /** Lets answers go wrong; returns the way back. */
  fault(fault: Fault): Promise<() => Promise<void>>;
  /** Changes servers; ends when it is over, with how many it changed. */
  storm(perSecond: number, seconds: number): Promise<number>;
  revokeTokens(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it; the options that are not given are the usual ones. */
export async function startReplay(options: Partial<ReplayOptions> = {}): Promise<ReplayProcess> {
  const args = Object.entries(options).map(([key, value]) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${value}`);
  const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve(message.url));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the replayed cloud ended with ${code}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the replayed cloud has no process');
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/control/${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const result = (await answer.json()) as T & { error?: string };
    if (!answer.ok || result.error !== undefined) throw new Error(`control ${path}: ${result.error}`);
    return result;
  };
  return {
    authUrl: `${url}/identity/v3`,
    pid,
    state: () => ask('GET', 'state'),
    resetCounts: () => ask('POST', 'counts/reset'),
    events: async (after, ms) => (await ask<{ events: ReplayEvent[] }>('GET', `events?after=${after}&wait=${ms}`)).events,
    statuses: async () => new Map((await ask<{ statuses: [string, string][] }>('GET', 'statuses')).statuses),
    servers: async () => (await ask<{ servers: MadeServer[] }>('GET', 'servers')).servers,
    fault: async (fault) => {
      const { id } = await ask<{ id: number }>('POST', 'faults', fault);
      return () => ask('DELETE', `faults?id=${id}`);
    },
    storm: async (perSecond, seconds) => (await ask<{ changed: number }>('POST', 'storm', { perSecond, seconds })).changed,
    revokeTokens: () => ask('POST', 'tokens/revoke'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
