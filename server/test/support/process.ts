/** The server as a process of its own, as `npm start` runs it: for what only a real process can show (signals, crashes, its log). */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PASSWORD, PASSWORD_COST, signIn, type ScopeName, type UserName } from './sign-in.ts';
import { startable } from './built.ts';
import { Client } from './client.ts';

/** As `npm start` gives them to Node. */
const OPTIONS = ['--max-semi-space-size=8', '--no-parallel-scavenge', '--max-old-space-size=1024'];
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const START_MS = 170_000;

export interface ServerProcess {
  readonly pid: number;
  /** All it has said so far. */
  out(): string;
  err(): string;
  /** Exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
}

export interface RunningServer extends ServerProcess {
  readonly selfService: string;
  readonly administration: string;
  /** The log's lines so far, parsed. */
  log(): Record<string, unknown>[];
  /** A session of a sample user in a scope, at the administration's port: there every call is answered. */
  as(name: UserName, scope: ScopeName): Promise<Client>;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerSettings {
  /** Data folder. */
  data: string;
  databaseUrl?: string | undefined;
  /** Further GANTRY_ variables. */
  env?: Readonly<Record<string, string>>;
  /** Settings of the embedded engine, e.g. `timings`. */
  embedded?: Readonly<Record<string, unknown>>;
  /** Source of the server; another version's for upgrades. */
  main?: string;
  /** Files and connections that the process may have open; those of the test where absent. */
  handles?: number;
}

/** Starts a process with nothing but these variables in its environment; it may end at once. `handles`: files and connections it may have. */
export function launch(env: Readonly<Record<string, string>>, source = main, handles?: number): ServerProcess {
  const { program, env: compiled } = startable(source);
  const command = [process.execPath, ...OPTIONS, program];
  const [first = '', ...rest] = handles === undefined ? command : ['sh', '-c', `ulimit -n ${handles} && exec "$@"`, 'sh', ...command];
  const child = spawn(first, rest, {
    env: { PATH: process.env['PATH'] ?? '', ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test run that is ended hard takes its servers along.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.removeListener('exit', kill);
      resolve(code);
    });
  });
  return { pid: child.pid ?? 0, out: () => out, err: () => err, ended, signal: (name) => void child.kill(name) };
}

function variables({ data, databaseUrl, env, embedded, main: program }: ServerSettings): Record<string, string> {
  mkdirSync(data, { recursive: true });
  const config = join(data, 'gantry.yaml');
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ engines: [{ id: 'embedded', type: 'embedded', passwordCost: PASSWORD_COST, ...embedded }] }));
  return {
    GANTRY_DATA: data,
    GANTRY_PORT: '0',
    GANTRY_ADMIN_PORT: '0',
    // Unknown to versions from before there was object storage.
    ...(program === undefined && { GANTRY_S3_PORT: '0' }),
    GANTRY_ADMIN_PASSWORD: PASSWORD,
    GANTRY_SAMPLE_PASSWORD: PASSWORD,
    GANTRY_SAMPLE_SERVERS: '2',
    GANTRY_CONFIG: config,
    ...(databaseUrl !== undefined && { GANTRY_DATABASE_URL: databaseUrl }),
    ...env,
  };
}

/** Starts a server with the sample tenants and waits until it says where it is. Throws with what it said where it ends instead. */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const server = launch(variables(settings), settings.main, settings.handles);
  let over = false;
  void server.ended.finally(() => (over = true));
  const address = (side: string): string | undefined => new RegExp(`${side}\\s+(https?://\\S+)\\n`).exec(server.out())?.[1];
  for (const limit = Date.now() + START_MS; address('Self-service') === undefined; await sleep(20))
    if (over || Date.now() > limit) {
      server.signal('SIGKILL');
      throw new Error(`the server did not start:\n${server.out()}${server.err()}`);
    }
  const [selfService, administration] = [address('Self-service')!, address('Administration')!];
  return {
    ...server,
    selfService,
    administration,
    log: () =>
      server
        .err()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    as: (name, scope) => signIn(new Client(administration), name, scope),
    stop() {
      server.signal('SIGTERM');
      return server.ended;
    },
  };
}
