/**
 * The fake cloud's compute service, told by requests: while the server that asks dies and comes back. Armed, it lets a request come to a chosen
 * moment and waits there for that server's death, and does that request's work later where asked to; or it only breaks the connection and does the
 * work later.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Asked, Told } from '../../../../fakes/openstack/listener.ts';
import { DEFAULTS, PASSWORD } from '../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../fakes/openstack/replay.ts';
import type { Server } from '../../../../fakes/openstack/server.ts';

/** How long anything takes, in milliseconds. */
const WORK_MS = 150;

/** What makes, changes or deletes a server; the group is the one that is there. */
const CHANGES = /^\/compute\/v2\.1\/servers(?:\/([\w-]+)(?:\/action)?)?$/;

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

export class Nova {
  readonly cloud = new Replay({ ...DEFAULTS, servers: 20, projects: 2, boot: WORK_MS, act: WORK_MS }, true);

  async start(): Promise<void> {
    await this.cloud.start();
    this.cloud.cloud.limits.set('compute', this.cloud.id('acme-prod'), { instances: -1, cores: -1 });
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
  arm({ method, moment, passes = 0, death }: Trap): () => void {
    const late = new Late(method);
    let left = passes;
    const disarm = this.cloud.on(method, CHANGES, async (asked, usual) => {
      if (left-- > 0) return usual();
      disarm();
      if (moment === 'asked') await death();
      // Nobody is there to read it.
      if (moment === 'asked') return late.leave(usual);
      const told = usual();
      if (moment === 'done') await death();
      else this.#atFirstLook(idIn(asked, told), death);
      return told;
    });
    return late.work;
  }

  /** The first thing a command does with a yes is to look at the server: by then it has the answer and has not stored it. */
  #atFirstLook(id: string, death: Trap['death']): void {
    const disarm = this.cloud.on('GET', new RegExp(`^/compute/v2\\.1/servers/${id}$`), async (_, usual) => {
      disarm();
      await death();
      return usual();
    });
  }

  /** Breaks the connection of the next such request. Returns what does its work after all; throws where there was none. */
  delay(method: Trap['method']): () => void {
    const late = new Late(method);
    const disarm = this.cloud.on(method, CHANGES, (_, usual) => {
      disarm();
      return late.leave(usual);
    });
    return late.work;
  }

  /** Servers with a name, whatever they are going through. */
  called(name: string): Server[] {
    return this.cloud.cloud.servers.filter((server) => server.name === name && server.status !== 'DELETED');
  }

  has(id: string): boolean {
    return this.cloud.cloud.server(id) !== undefined;
  }

  /** How often something was done to a server, also one that is gone. */
  times(id: string, action: string): number {
    const server = this.cloud.cloud.servers.find((one) => one.id === id);
    return server?.actions.filter((one) => one.action === action).length ?? 0;
  }

  /** How often somebody looked for what became of a request, in a project's list or in a server's history. */
  looks(where: 'list' | 'history'): number {
    return this.cloud.count('GET', where === 'list' ? /\/servers\/detail\?.*project_id=/ : /\/os-instance-actions$/);
  }
}

/** A request whose work is done when nobody waits for the answer any more. */
class Late {
  readonly #method: string;
  #usual: (() => Told) | undefined;

  constructor(method: string) {
    this.#method = method;
  }

  /** It has come: the connection breaks instead of an answer. */
  leave(usual: () => Told): Told {
    this.#usual = usual;
    return { status: 202, answer: 'never read', cutAfter: 1 };
  }

  /** Does the work of the request that came before. Throws where none came, and where the cloud refuses it. */
  work = (): void => {
    if (!this.#usual) throw new Error(`nobody asked for a ${this.#method}`);
    const { status = 200, answer } = this.#usual();
    if (status >= 300) throw new Error(`refused: ${status} ${JSON.stringify(answer)}`);
  };
}

/** The server that a request is about, or that it has made. */
const idIn = ({ path }: Asked, { answer }: Told): string => CHANGES.exec(path)?.[1] ?? (answer as { server: { id: string } }).server.id;
