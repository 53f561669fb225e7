/** The whole server in this process, over real HTTP, on either database, with the sample tenants. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { nouns } from '@gantry/contract';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { startApp, type App, type AppOptions } from '../../src/app/app.ts';
import { readConfig, type Config } from '../../src/app/config.ts';
import { engineTypes } from '../../src/app/engine-types.ts';
import { Client } from './client.ts';
import { testDatabaseUrl, type DatabaseName } from './databases.ts';
import { PASSWORD, PASSWORD_COST, signIn, type ScopeName, type UserName } from './sign-in.ts';

/** Some thousand requests of a few people at once are no attack here. */
export const UNHURRIED = { GANTRY_USER_RATE: '5000', GANTRY_NETWORK_RATE: '5000' };

export * from './sign-in.ts';

/** A key that SSH itself has made, and its fingerprint. */
export const PUBLIC_KEY = EXAMPLE_KEY;
export const FINGERPRINT = 'd3:61:e7:25:6f:c9:48:5a:6e:3f:6d:8a:e6:c0:be:cc';

/** Milliseconds within which a server stops, on a busy machine too. */
const STOP_LIMIT = 60_000;

export interface TestAppOptions extends AppOptions {
  database: DatabaseName;
  env?: Readonly<Record<string, string>>;
  /** Settings of the embedded engine over those of the environment, e.g. its timings. */
  embedded?: Readonly<Record<string, unknown>>;
}

/** Everything is done at once, so that a test waits for nothing but its own requests. */
export const AT_ONCE = everyTiming(0);

/** Settings by which everything that the embedded platform does takes so many milliseconds. */
export function everyTiming(milliseconds: number): Record<string, number> {
  const names =
    'balancer build start stop reboot delete pause suspend shelve rescue rebuild resize confirm password image migrate attach volume extend snapshot vpn grace halt';
  return Object.fromEntries(names.split(' ').map((timing) => [timing, milliseconds]));
}

export class TestApp {
  readonly app: App;
  /** The administration's: there every call is answered, to whom it may be. */
  readonly url: string;
  /** Its data folder. */
  readonly folder: string;

  constructor(app: App, folder: string) {
    this.app = app;
    this.url = app.adminUrl;
    this.folder = folder;
  }

  get store(): App['store'] {
    return this.app.store;
  }

  /** Somebody without a session. */
  get nobody(): Client {
    return new Client(this.url);
  }

  /** Signs a user in and enters a scope. */
  as(name: UserName, scope: ScopeName): Promise<Client> {
    return signIn(this.nobody, name, scope);
  }

  /** Waits until a task has ended. */
  async ended(client: Client, taskId: string): Promise<Task> {
    for (const limit = Date.now() + 60_000; Date.now() < limit; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const task = await client.call(nouns.tasks.calls.read, { params: { taskId } });
      if (isEnded(task)) return task;
    }
    throw new Error(`task ${taskId} did not end`);
  }

  /** Throws where a part of the server does not end. */
  async close(): Promise<void> {
    const late = Promise.withResolvers<never>();
    const limit = setTimeout(() => late.reject(new Error(`${this.app.stopping() ?? 'the server'} does not stop`)), STOP_LIMIT);
    await Promise.race([this.app.close(), late.promise]).finally(() => clearTimeout(limit));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Starts a server on an empty database of its own. */
export async function startTestApp({ database, env = {}, embedded = {}, ...options }: TestAppOptions): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-test-'));
  const databaseUrl = await testDatabaseUrl(database);
  const config = readConfig({
    GANTRY_DATA: folder,
    GANTRY_PORT: '0',
    GANTRY_ADMIN_PORT: '0',
    GANTRY_S3_PORT: '0',
    GANTRY_ADMIN_PASSWORD: PASSWORD,
    GANTRY_SAMPLE_PASSWORD: PASSWORD,
    ...(databaseUrl !== undefined && { GANTRY_DATABASE_URL: databaseUrl }),
    ...env,
  });
  const log = options.log ?? pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  return new TestApp(
    await startApp(withEmbedded(config, { timings: AT_ONCE, passwordCost: PASSWORD_COST, ...embedded }), { ...options, log }),
    folder,
  );
}

/** The configuration with settings of the embedded platform over its own. */
export function withEmbedded(config: Config, changes: Readonly<Record<string, unknown>>): Config {
  const engines = config.engines.map((engine) =>
    engine.type === 'embedded'
      ? { ...engine, settings: engineTypes['embedded']?.settings.parse({ ...(engine.settings as object), ...changes }) }
      : engine,
  );
  return { ...config, engines };
}
