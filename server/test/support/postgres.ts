/** A PostgreSQL server process for tests: its own data folder and socket, no port, run as an unprivileged user. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = '/usr/lib/postgresql';
const USER = 'postgres';
const START_MS = 120_000;

/** A database with the schema of the store and no rows. Tests copy it, which is faster than making it. */
export const TEMPLATE = 'gantry_template';

export interface PostgresServer {
  /** Address of a database of this server. */
  url(database: string): string;
  /** Stops the server, and starts it again on the same data after `meanwhile`. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Holds every process of the server for as long as `meanwhile` takes: connections stand, and nothing answers. */
  freeze(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Folder of initdb and postgres, of the newest version that Debian has installed. Throws naming the package where there is none. */
function binaries(): string {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(ROOT, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
  if (!found) throw new Error(`The tests need a PostgreSQL server and found none under ${ROOT}. Install the Debian package "postgresql".`);
  return found;
}

/** Path of a program that comes with the server: `pg_dump`. */
export const tool = (name: string): string => join(binaries(), name);

/** PostgreSQL refuses to run as root: then it runs as the package's own user. */
async function account(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (which) => Number((await run('id', [which, USER])).stdout)));
  return { uid: uid!, gid: gid! };
}

/** Starts an empty server; nothing of it outlives `stop`. Durability is off: what it holds is not worth a disk's wait. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = binaries();
  const as = await account();
  const folder = mkdtempSync(join(tmpdir(), 'gantry-pg-'));
  if (as) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  await run(join(bin, 'initdb'), ['-N', '--locale=C.UTF-8', '-E', 'UTF8', '-A', 'trust', '-U', USER, '-D', data], { ...as, cwd: folder });
  const options = ['listen_addresses=', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];
  const args = ['-D', data, '-k', folder, '-F', ...options.flatMap((option) => ['-c', option])];
  let server: ChildProcess;
  // A test run that is ended hard takes its server along.
  const kill = () => server.kill('SIGKILL');
  const start = async (): Promise<void> => {
    server = spawn(join(bin, 'postgres'), args, { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(server);
  };
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
  };
  const gone = (): void => {
    process.removeListener('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', kill);
  try {
    await start();
  } catch (error) {
    kill();
    gone();
    throw error;
  }
  return {
    url: (database) => `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(folder)}`,
    async restart(meanwhile) {
      await end();
      await meanwhile();
      await start();
    },
    async freeze(meanwhile) {
      // The parent first: it must not make another one meanwhile.
      server.kill('SIGSTOP');
      while (!isStopped(server.pid)) await delay(5);
      const held = childrenOf(server.pid);
      for (const pid of held) process.kill(pid, 'SIGSTOP');
      try {
        await meanwhile();
      } finally {
        for (const pid of held) process.kill(pid, 'SIGCONT');
        server.kill('SIGCONT');
      }
    },
    async stop() {
      await end();
      gone();
    },
  };
}

/** A process that is told to stop may end a step before, such as making another one. */
const isStopped = (pid: number | undefined): boolean => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // What stands after its name, which may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
};

const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start:\n${said}`)), START_MS);
    server.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000);
      if (!said.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended with ${code}:\n${said}`));
    });
  });
}
