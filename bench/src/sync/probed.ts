import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { memoryOf } from '../lists.ts';
import { startWatched, type Watched } from '../watched.ts';

/** The product on a replayed cloud, watched from inside. */
export interface Probed extends Watched {
  /** Seconds of processor time used since the process began. */
  cpuSeconds(): number;
  /** MiB of memory now, and the most so far. */
  memory(): { now: number; peak: number };
  /** Ends the process at once, as a power failure does. */
  kill(): Promise<void>;
}

/** Ticks of a second in /proc. */
const PER_SECOND = 100;

/** Starts the product on a data folder and a cloud. */
export async function startProbed(data: string, authUrl: string, password: string): Promise<Probed> {
  const auth = {
    auth_url: authUrl,
    username: 'admin',
    password,
    project_name: 'admin',
    user_domain_name: 'Default',
    project_domain_name: 'Default',
  };
  const [clouds, config] = [join(data, 'clouds.yaml'), join(data, 'gantry.yaml')];
  // JSON is YAML.
  writeFileSync(clouds, JSON.stringify({ clouds: { replay: { auth, region_name: 'RegionOne' } } }));
  writeFileSync(config, JSON.stringify({ engines: [{ id: 'replay', type: 'openstack', clouds_file: clouds, cloud: 'replay' }] }));
  const watched = await startWatched(data, { GANTRY_CONFIG: config, GANTRY_LOG_LEVEL: 'error' });
  const { pid } = watched.product;
  // What loading the program took is not what is measured.
  await watched.seen();
  return {
    ...watched,
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return (Number(fields[11]) + Number(fields[12])) / PER_SECOND;
    },
    memory: () => memoryOf(pid),
    kill: async () => {
      process.kill(pid, 'SIGKILL');
      await gone(pid);
    },
  };
}

/** Waits until a process of ours is no more. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return; // there is no such process: what we wait for
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Looks into the product's database from outside. */
export class Look {
  readonly #database: DatabaseSync;

  constructor(data: string) {
    this.#database = new DatabaseSync(join(data, 'gantry.sqlite'), { readOnly: true });
  }

  rows(kind: string): number {
    return Number(this.#database.prepare('select count(*) as n from resources where kind = ?').get(kind)?.['n']);
  }

  /** Rows in the change log so far. */
  logged(): number {
    return Number(this.#database.prepare('select coalesce(max(seq), 0) as n from changes').get()?.['n']);
  }

  /** Status by id. */
  statuses(): Map<string, string> {
    const rows = this.#database.prepare(`select id, document ->> 'status' as status from resources where kind = 'server'`).all();
    return new Map(rows.map(({ id, status }) => [String(id), String(status)]));
  }

  /** The same of some servers. */
  statusesOf(ids: readonly string[]): Map<string, string> {
    const one = this.#database.prepare(`select document ->> 'status' as status from resources where kind = 'server' and id = ?`);
    return new Map(ids.map((id) => [id, String(one.get(id)?.['status'])]));
  }

  close(): void {
    this.#database.close();
  }
}
