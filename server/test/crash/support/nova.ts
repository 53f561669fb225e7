/**
 * A compute service with a memory, on the recorded cloud: it makes, stops, reboots and deletes servers, and keeps what was done to them,
 * while the server that asks dies and comes back. Armed, it lets a request come to a chosen moment and waits there for that server's death, and
 * does that request's work later where asked to; or it only breaks the connection and does the work later.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { PASSWORD, ReplayCloud, type Asked, type Reply } from '../../engines/openstack/support/replay.ts';

/** How long anything takes, in milliseconds. */
const WORK_MS = 150;

type Members = Record<string, unknown>;

interface NovaServer {
  document: Members & {
    id: string;
    name: string;
    status: string;
    metadata: Record<string, string>;
    'OS-EXT-STS:task_state': string | null;
  };
  /** What it is on its way to. */
  next?: { at: number; status: string } | undefined;
}

interface InstanceAction {
  action: string;
  request_id: string;
  user_id: string;
  start_time: string;
  message: null;
}

/**
 * `asked`: the service has not done it, and may do it later. `done`: it has, and does not get to say so. `told`: it said so, and we could not
 * store it.
 */
export type Moment = 'asked' | 'done' | 'told';

export interface Trap {
  method: 'POST' | 'DELETE';
  moment: Moment;
  /** How many such requests go well before. */
  passes?: number;
  /** Called at the moment; ends when the server is gone. */
  death(): Promise<unknown>;
}

/** A request whose work is done when nobody waits for the answer any more. */
interface Late {
  method: Trap['method'];
  work?: () => Reply;
}

/** Does the work of a request that came before. Throws where none came. */
const doing = (late: Late) => (): void => {
  if (!late.work) throw new Error(`nobody asked for a ${late.method}`);
  late.work();
};

const GONE: Reply = { status: 404, answer: { itemNotFound: { code: 404, message: 'Instance could not be found.' } } };
const refusedIn = (action: string, id: string, status: string): Reply => ({
  status: 409,
  answer: { conflictingRequest: { code: 409, message: `Cannot '${action}' instance ${id} while it is in vm_state ${status}` } },
});

/** Actions by the member of the body that asks for them: their name in the history, what they need, what they lead to. */
const ACTIONS: Readonly<Record<string, { name: string; from: string; state: string; to: string }>> = {
  'os-start': { name: 'start', from: 'SHUTOFF', state: 'powering-on', to: 'ACTIVE' },
  'os-stop': { name: 'stop', from: 'ACTIVE', state: 'powering-off', to: 'SHUTOFF' },
  reboot: { name: 'reboot', from: 'ACTIVE', state: 'rebooting', to: 'ACTIVE' },
};

export class Nova {
  readonly cloud = new ReplayCloud();
  readonly servers = new Map<string, NovaServer>();
  /** Server id → what was done to it, newest first; stays when the server is gone. */
  readonly history = new Map<string, InstanceAction[]>();
  #trap: (Trap & { late: Late }) | undefined;
  #late: Late | undefined;
  /** The server of the request that the trap is for, once its yes was told. */
  #told: string | undefined;
  /** How often somebody looked for what became of a request, in a project's list or in a server's history. */
  readonly looks = { list: 0, history: 0 };

  async start(): Promise<void> {
    await this.cloud.start();
    const { servers } = this.cloud.recorded<{ servers: NovaServer['document'][] }>('GET', /servers\/detail\?all_tenants=1&limit=\d+$/);
    for (const document of servers) this.servers.set(document.id, { document });
    const { cloud } = this;
    cloud.on('GET', /^\/network\/v2\.0\/ports/, () => ({ answer: { ports: [] } }));
    cloud.on('GET', /^\/compute\/v2\.1\/servers\/detail/, ({ path }) => ({ answer: { servers: this.#listed(path) } }));
    cloud.on('GET', /^\/compute\/v2\.1\/servers\/[\w-]+$/, ({ path }) => this.#read(lastOf(path)));
    cloud.on('GET', /os-instance-actions$/, ({ path }) => this.#actions(path.split('/').at(-2) ?? ''));
    cloud.on('POST', /^\/compute\/v2\.1\/servers$/, (asked) => this.#trapped('POST', () => this.#create(asked)));
    cloud.on('POST', /^\/compute\/v2\.1\/servers\/[\w-]+\/action$/, (asked) =>
      this.#trapped('POST', () => this.#act(asked), asked.path.split('/').at(-2)),
    );
    cloud.on('DELETE', /^\/compute\/v2\.1\/servers\/[\w-]+$/, (asked) =>
      this.#trapped('DELETE', () => this.#delete(asked), lastOf(asked.path)),
    );
  }

  stop(): Promise<void> {
    return this.cloud.stop();
  }

  /** The engine of GANTRY_CONFIG that speaks to this cloud, read often where a command needs it. */
  engine(folder: string): object {
    const file = join(folder, 'clouds.yaml');
    const projects = { project_name: 'admin', user_domain_name: 'Default', project_domain_name: 'Default' };
    const auth = { auth_url: this.cloud.authUrl, username: 'admin', password: PASSWORD, ...projects };
    writeFileSync(file, stringify({ clouds: { cloud: { auth, region_name: 'RegionOne' } } }));
    return { id: 'cloud', type: 'openstack', clouds_file: file, cloud: 'cloud', poll: { changes: 0.3, transition: 0.2 } };
  }

  /** Waits for the next request that the trap is for. Returns what does the work of one whose server died when it was only asked for. */
  arm(trap: Trap): () => void {
    const late: Late = { method: trap.method };
    this.#trap = { ...trap, late };
    return doing(late);
  }

  /** Breaks the connection of the next such request. Returns what does its work after all; throws where there was none. */
  delay(method: Trap['method']): () => void {
    const late: Late = { method };
    this.#late = late;
    return doing(late);
  }

  /** Servers with a name, whatever they are going through. */
  called(name: string): NovaServer['document'][] {
    this.#tick();
    return [...this.servers.values()].map(({ document }) => document).filter((document) => document.name === name);
  }

  /** How often something was done to a server. */
  times(id: string, action: string): number {
    return (this.history.get(id) ?? []).filter((entry) => entry.action === action).length;
  }

  /** `id`: of the server that it is about; none of one that it makes. */
  async #trapped(method: Trap['method'], work: () => Reply, id?: string): Promise<Reply> {
    if (this.#late?.method === method) {
      this.#late.work = work;
      this.#late = undefined;
      return { status: 202, answer: 'never read', cutAfter: 1 };
    }
    const trap = this.#trap;
    if (trap?.method !== method || (trap.passes ?? 0) > 0) {
      if (trap?.method === method) this.#trap = { ...trap, passes: (trap.passes ?? 0) - 1 };
      return work();
    }
    if (trap.moment === 'asked') {
      await this.#spring(trap);
      trap.late.work = work;
      return GONE; // nobody is there to read it
    }
    const reply = work();
    if (trap.moment === 'done') await this.#spring(trap);
    else this.#told = id ?? (reply.answer as { server: { id: string } }).server.id;
    return reply;
  }

  async #spring(trap: Trap): Promise<void> {
    this.#trap = undefined;
    this.#told = undefined;
    await trap.death();
  }

  /** The first thing a command does with a yes is to look at the server: by then it has the answer and has not stored it. */
  async #read(id: string): Promise<Reply> {
    if (this.#told === id && this.#trap) await this.#spring(this.#trap);
    this.#tick();
    const server = this.servers.get(id);
    return server ? { answer: { server: server.document } } : GONE;
  }

  #listed(path: string): Members[] {
    this.#tick();
    const project = new URLSearchParams(path.split('?')[1]).get('project_id');
    if (project !== null) this.looks.list += 1;
    return [...this.servers.values()].map(({ document }) => document).filter((one) => project === null || one['tenant_id'] === project);
  }

  #actions(id: string): Reply {
    this.looks.history += 1;
    const actions = this.history.get(id);
    return actions || this.servers.has(id) ? { answer: { instanceActions: actions ?? [] } } : GONE;
  }

  #create({ as, sent }: Asked): Reply {
    const { server } = sent as { server: { name: string; metadata: Record<string, string> } };
    const { server: like } = this.cloud.recorded<{ server: NovaServer['document'] }>(
      'GET',
      new RegExp(`/servers/${this.cloud.id('made')}$`),
    );
    const now = new Date().toISOString();
    const more = { tenant_id: as?.split(':')[1] ?? '', created: now, updated: now, 'OS-EXT-STS:task_state': 'spawning', status: 'BUILD' };
    const document = { ...like, ...more, id: randomUUID(), name: server.name, metadata: server.metadata };
    this.servers.set(document.id, { document, next: { at: Date.now() + WORK_MS, status: 'ACTIVE' } });
    this.#write(document.id, 'create');
    return { status: 202, answer: { server: { id: document.id } } };
  }

  #act({ path, sent }: Asked): Reply {
    this.#tick();
    const id = path.split('/').at(-2) ?? '';
    const server = this.servers.get(id);
    const action = ACTIONS[Object.keys(sent as object)[0] ?? ''];
    if (!server || !action) return GONE;
    const { document } = server;
    if (document.status !== action.from || document['OS-EXT-STS:task_state'] !== null)
      return refusedIn(action.name, id, document.status.toLowerCase());
    document['OS-EXT-STS:task_state'] = action.state;
    server.next = { at: Date.now() + WORK_MS, status: action.to };
    this.#write(id, action.name);
    return { status: 202, answer: null };
  }

  #delete({ path }: Asked): Reply {
    this.#tick();
    const server = this.servers.get(lastOf(path));
    if (!server) return GONE;
    server.document['OS-EXT-STS:task_state'] = 'deleting';
    server.next = { at: Date.now() + WORK_MS, status: 'DELETED' };
    this.#write(server.document.id, 'delete');
    return { status: 204, answer: null };
  }

  #write(id: string, action: string): void {
    const entry: InstanceAction = {
      action,
      request_id: `req-${randomUUID()}`,
      user_id: this.#userId(),
      start_time: new Date().toISOString().slice(0, -1),
      message: null,
    };
    this.history.set(id, [entry, ...(this.history.get(id) ?? [])]);
  }

  /** All commands here are alice's. */
  #userId(): string {
    const { token } = this.cloud.recorded<{ token: { user: { id: string; name: string } } }>('POST', /auth\/tokens$/);
    const alice = this.cloud.recording.exchanges
      .map(({ answer }) => (answer as { token?: typeof token } | null)?.token?.user)
      .find((user) => user?.name === 'alice');
    if (!alice) throw new Error('the recording has no alice');
    return alice.id;
  }

  /** Lets what is due come to its end. */
  #tick(): void {
    for (const [id, server] of this.servers) {
      if (!server.next || server.next.at > Date.now()) continue;
      if (server.next.status === 'DELETED') this.servers.delete(id);
      server.document.status = server.next.status;
      server.document['OS-EXT-STS:task_state'] = null;
      server.document['updated'] = new Date().toISOString();
      server.next = undefined;
    }
  }
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? '';
