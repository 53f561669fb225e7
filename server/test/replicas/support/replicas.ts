/** Replicas: server processes on one PostgreSQL database. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { nouns } from '@gantry/contract';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import type { Client } from '../../support/client.ts';
import { startServer, type RunningServer } from '../../support/process.ts';

/**
 * A lease short enough that a test can wait for a replica's replacement. `npm run takeover` has the product's own, and stops for a minute.
 */
export const LEASE_MS = Number(process.env['LEASE_SECONDS'] ?? 2) * 1000;
/** How long a replica is held, in milliseconds: longer than its lease. */
export const STOPPED_MS = Math.max(2 * LEASE_MS, Number(process.env['STOP_SECONDS'] ?? 0) * 1000);
/** Milliseconds until which another replica has to have taken over: lease, a transaction that stands still, and what there is to do. */
export const TAKEN_OVER_MS = LEASE_MS + 120_000;

/** How long servers take for what they do, in milliseconds. */
const TIMINGS = { build: 800, start: 300, stop: 300, reboot: 400, delete: 300 };

/** One entry of the log as the database holds it. */
export interface Logged {
  seq: number;
  kind: string;
  id: string;
  operation: string;
  revision: number;
  status: string | null;
}

export interface Replicas {
  start(env?: Readonly<Record<string, string>>): Promise<RunningServer>;
  /** A connection of the test's own; every statement commits by itself. */
  sql: pg.Client;
  /** The whole change log, in its order. */
  log(): Promise<Logged[]>;
  /** Which of these drives the clock of the embedded platform; undefined while none does. */
  driving(servers: readonly RunningServer[]): Promise<RunningServer | undefined>;
  /** Kills what still runs. */
  end(): Promise<void>;
}

/** `url`: of an empty database. */
export async function replicasOn(url: string): Promise<Replicas> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-replicas-'));
  const secret = randomBytes(24).toString('hex');
  const started: RunningServer[] = [];
  const sql = new pg.Client(url);
  // A test that stops the database ends this connection too.
  sql.on('error', () => undefined);
  await sql.connect();
  return {
    sql,
    async start(env = {}) {
      const server = await startServer({
        data: join(folder, `data-${started.length}`),
        databaseUrl: url,
        embedded: { timings: TIMINGS },
        env: { GANTRY_SECRET_KEY: secret, GANTRY_SAMPLE_SERVERS: '6', GANTRY_LEASE_SECONDS: String(LEASE_MS / 1000), ...env },
      });
      started.push(server);
      return server;
    },
    async log() {
      const { rows } = await sql.query<Logged>('select seq::int, kind, id, operation, revision, status from changes order by seq');
      return rows;
    },
    async driving(servers) {
      const { rows } = await sql.query<{ owner: string }>(`select owner from leases where name = 'embedded:embedded:clock'`);
      return servers.find(({ pid }) => rows[0]?.owner.split(' ')[1] === String(pid));
    },
    async end() {
      for (const server of started) server.signal('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await sql.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The task once it has ended. */
export async function endOf(client: Client, taskId: string, limit = 120_000): Promise<Task> {
  for (const end = Date.now() + limit; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const task = await client.call(nouns.tasks.calls.read, { params: { taskId } });
    if (isEnded(task)) return task;
  }
  throw new Error(`task ${taskId} did not end`);
}
