/** A Gantry of its own on the chosen cloud, and people who have signed in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { nouns } from '@gantry/contract';
import type { CurrentUser, Meta } from '@gantry/contract/nouns/session/entity';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { startApp, type App } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config.ts';
import { everyTiming, PASSWORD, withEmbedded } from '../../support/app.ts';
import { Client, Refused } from '../../support/client.ts';
import type { Person } from '../../../../fakes/cloud-file.ts';
import type { Cloud, UserRole } from './cloud.ts';

/** Milliseconds until a mirror must have the cloud for the first time, and until a task must have ended. */
const IN_STEP_MS = 150_000;
const TASK_MS = 120_000;
/** What the embedded platform takes for its work, in milliseconds: nobody watches it. */
const BRISK_MS = 150;

export interface Visitor {
  client: Client;
  user: CurrentUser;
  meta: Meta;
  /** Project worked in; null in a domain or the system. */
  projectId: string | null;
}

export class Stand {
  readonly app: App;
  readonly cloud: Cloud;
  readonly #folder: string;

  constructor(app: App, cloud: Cloud, folder: string) {
    this.app = app;
    this.cloud = cloud;
    this.#folder = folder;
  }

  /** Signs somebody in at their side and enters the project, or the domain or system that is administered. */
  async visitor(role: UserRole): Promise<Visitor> {
    return visit(role === 'system_admin' ? this.app.adminUrl : this.app.selfServiceUrl, this.cloud, role);
  }

  /** Waits until what is shown is in step with the cloud. Throws with the name of a service that has not answered in time. */
  async inStep(): Promise<void> {
    const mirrors = this.app.engines.filter((engine) => engine.mirrors);
    for (const until = Date.now() + IN_STEP_MS; ; await sleep(100)) {
      const states = mirrors.map((engine) => ({ id: engine.id, ...engine.health() }));
      if (states.every(({ reachable, asOf }) => reachable && asOf !== null)) return;
      if (Date.now() < until) continue;
      const missing = states.find(({ reachable }) => !reachable);
      if (missing) throw new Error(`${missing.id}: a service does not respond: ${missing.reason}`);
      throw new Error('the mirror has not read the cloud in time, although every service answers');
    }
  }

  /** Waits for the end of a task. */
  async ended({ client }: Visitor, taskId: string): Promise<Task> {
    for (const until = Date.now() + TASK_MS; Date.now() < until; await sleep(50)) {
      const task = await client.call(nouns.tasks.calls.read, { params: { taskId } });
      if (isEnded(task)) return task;
    }
    throw new Error(`task ${taskId} has not ended in time`);
  }

  /** Waits until a server is as expected. */
  async server({ client }: Visitor, serverId: string, isReached: (server: Server) => boolean): Promise<Server> {
    let server: Server | undefined;
    for (const until = Date.now() + TASK_MS; Date.now() < until; await sleep(50)) {
      server = await client.call(nouns.servers.calls.read, { params: { serverId } });
      if (isReached(server)) return server;
    }
    throw new Error(`server ${serverId} stays ${server?.status} / ${server?.task_state}`);
  }

  async close(): Promise<void> {
    await this.app.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Signs somebody in and enters the project, or the domain or system that is administered. Throws with the cloud's own words. */
export async function visit(url: string, cloud: Cloud, role: UserRole): Promise<Visitor> {
  const person = cloud.users[role];
  if (!person) throw new Error(`${cloud.name} has no ${role}`);
  const { domain, username, password } = person;
  const nobody = new Client(url);
  const user = await naming(nobody.call(nouns.session.calls.login, { body: { domain, username, password } }), `${role} cannot sign in`);
  const session = nobody.with({ [SESSION_HEADER]: user.token ?? '' });
  const { token, projectId } = person.project ? await enter(session, person) : { token: user.scoped_token ?? '', projectId: null };
  const client = session.with({ [AUTH_TOKEN_HEADER]: token });
  return { client, user, projectId, meta: await client.call(nouns.session.calls.meta) };
}

async function enter(session: Client, { project, username }: Person): Promise<{ token: string; projectId: string }> {
  const { data } = await session.call(nouns.session.calls.projects);
  const found = data.find(({ name }) => name === project);
  if (!found) throw new Error(`${username} has no project ${project}, but ${data.map(({ name }) => name).join(', ') || 'none'}`);
  const { token } = await session.call(nouns.session.calls.enterProject, { params: { projectId: found.id } });
  return { token, projectId: found.id };
}

/** A refusal with the cloud's own words, which name the service. */
async function naming<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused) throw new Error(`${what}: ${error.code} ${error.body.error.data?.detail ?? ''}`.trim(), { cause: error });
    throw error;
  }
}

/** Starts Gantry for a cloud on free ports and an empty SQLite store. */
export async function startStand(cloud: Cloud): Promise<Stand> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-scenario-'));
  const config = readConfig({
    GANTRY_DATA: folder,
    GANTRY_PORT: '0',
    GANTRY_ADMIN_PORT: '0',
    GANTRY_S3_PORT: '0',
    ...(cloud.config ? { GANTRY_CONFIG: cloud.config } : { GANTRY_ADMIN_PASSWORD: PASSWORD, GANTRY_SAMPLE_PASSWORD: PASSWORD }),
  });
  const paced = cloud.config ? config : withEmbedded(config, { timings: everyTiming(BRISK_MS) });
  const app = await startApp(paced, { log: pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }) });
  return new Stand(app, cloud, folder);
}
