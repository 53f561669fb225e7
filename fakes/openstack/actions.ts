import type { Cloud } from './cloud.ts';
import { busy, conflict, forbidden, locked, quotaExceeded, refused } from './refusals.ts';
import { PLANS, REBOOT, REST, type Plan, type Rest } from './plans.ts';
import { isDown } from './nodes.ts';
import { exceeds, limitOf, usedBy } from './quota.ts';
import { answerTo, type Json } from './recorded.ts';
import { member, text, unrecorded, type Reply, type Token } from './reply.ts';
import { inShapeOf, type Action, type Server } from './server.ts';
import type { Image } from './resources.ts';

const REBUILT = answerTo<{ server: Json }>('POST', /\/action$/, 202, 'rebuild').server;

/** Who asks for what. */
interface ActionRequest {
  server: Server;
  /** What the action is told. */
  given: unknown;
  token: Token;
  requestId: string;
}

/** What an action is about to do: beyond its plan, and what it is answered with. */
interface Course {
  status?: number;
  body?: Json;
  /** When it is accepted. */
  begin?(): void;
  /** When it is done; answers where the server rests, if that is not in the plan. */
  finish?(): Rest | void;
}

/** Actions on servers: accepted at once, carried out after a while. */
export class Actions {
  readonly #cloud: Cloud;
  #images = 0;
  /** Ends the live migrations that are under way, by server; with their entries. */
  readonly #migrations = new Map<string, { number: number; finish(): void; stop(): void }>();
  #migrated = 0;
  readonly #courses: Readonly<Record<string, (request: ActionRequest) => Course>> = {
    shelve: ({ server }) => ({ finish: () => this.#leaveNode(server) }),
    unshelve: ({ server }) => ({ finish: () => this.#move(server, this.#otherNode(server)) }),
    rescue: (request) => this.#rescue(request),
    rebuild: (request) => this.#rebuild(request),
    createImage: (request) => this.#createImage(request),
    resize: (request) => this.#resize(request),
    migrate: ({ server }) => ({ finish: () => this.#setAside(server, server.flavor) }),
    confirmResize: ({ server }) => ({ status: 204, finish: () => this.#keep(server) }),
    revertResize: ({ server }) => ({ finish: () => this.#goBack(server) }),
    'live-migration': ({ server, given }) => this.#liveMigrate(server, given),
    evacuate: ({ server }) => {
      if (!server.node || !isDown(server.node))
        throw refused(400, 'badRequest', `Compute service of ${server.node?.host} is still in use.`);
      return { finish: () => this.#move(server, this.#otherNode(server)) };
    },
    lock: ({ server, token }) => ({ begin: () => void (server.lockedBy ??= token.isAdmin ? 'admin' : 'owner') }),
    unlock: ({ server, token }) => {
      if (server.lockedBy === 'admin' && !token.isAdmin) throw forbidden('os-lock-server:unlock:unlock_override');
      return { begin: () => void (server.lockedBy = null) };
    },
    resetState: ({ given }) => ({ finish: () => (member(given, 'state') === 'active' ? REST.active : REST.error) }),
  };

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  /** Accepts an action by the name of its body. Throws Refusal. */
  act(server: Server, body: unknown, token: Token, requestId: string): Reply & { action: string } {
    const [name = '', given] = Object.entries((body ?? {}) as object)[0] ?? [];
    const plan = name === 'reboot' ? REBOOT[member(given, 'type') === 'HARD' ? 'HARD' : 'SOFT'] : PLANS[name];
    if (!plan) throw unrecorded(`action ${name}`);
    if (plan.policy !== undefined && !token.isAdmin) throw forbidden(plan.policy);
    if (server.lockedBy !== null && !token.isAdmin && plan.action !== 'unlock') throw locked(server);
    if (!plan.from.includes(server.vmState)) throw conflict(server, plan.action);
    const isFree = server.taskState === null || plan.task === null || plan.despite?.includes(server.taskState) === true;
    if (!isFree) throw busy(server, plan.action);
    const course = this.#courses[plan.action]?.({ server, given, token, requestId }) ?? {};
    this.#carryOut(server, plan, course, this.#cloud.began(server, plan.action, requestId, token.user.id));
    return { action: plan.action, status: course.status ?? 202, ...(course.body && { body: course.body }) };
  }

  #carryOut(server: Server, { task, during, end }: Plan, course: Course, entry: Action): void {
    const before: Rest = { status: server.status, vmState: server.vmState, powerState: server.powerState };
    course.begin?.();
    const finish = (): void => {
      entry.finishedAt = Date.now();
      this.#cloud.touch(server, { ...(course.finish?.() ?? end ?? before), taskState: null });
    };
    if (task === null) return finish();
    if (task === 'migrating') {
      const stop = (): void => {
        entry.finishedAt = Date.now();
        this.#cloud.touch(server, { ...before, taskState: null });
      };
      this.#migrations.set(server.id, { number: ++this.#migrated, finish, stop });
    }
    this.#cloud.touch(server, { taskState: task, ...(during && { status: during }) });
    // Where another action has taken its place that one ends what goes on.
    this.#cloud.later(this.#cloud.options.act, () => (server.taskState === task ? finish() : (entry.finishedAt ??= Date.now())));
  }

  /** Number of a server's live migration that is under way. */
  migrationOf(server: Server): number | undefined {
    return server.taskState === 'migrating' ? this.#migrations.get(server.id)?.number : undefined;
  }

  /** Ends a live migration before its time, where it is or where it goes. Throws Refusal. */
  endMigration(
    server: Server,
    how: 'stop' | 'finish',
    { token, requestId, number }: { token: Token; requestId: string; number: number },
  ): void {
    if (!token.isAdmin) throw forbidden(`servers:migrations:${how === 'stop' ? 'delete' : 'force_complete'}`);
    if (this.migrationOf(server) !== number)
      throw refused(404, 'itemNotFound', `Migration ${number} for server ${server.id} is not in-progress.`);
    const action = how === 'stop' ? 'live_migration_cancel' : 'live_migration_force_complete';
    const entry = this.#cloud.began(server, action, requestId, token.user.id);
    this.#migrations.get(server.id)?.[how]();
    entry.finishedAt = Date.now();
  }

  #imageOf(id: unknown, message: string): Image {
    const image = this.#cloud.wares.image(id);
    if (!image) throw refused(400, 'badRequest', message);
    return image;
  }

  #rescue({ server, given }: ActionRequest): Course {
    const wanted = member(given, 'rescue_image_ref');
    if (wanted !== undefined) this.#imageOf(wanted, `Requested rescue image '${text(wanted)}' is not supported`);
    if (server.volume) throw refused(400, 'badRequest', `Instance ${server.id} cannot be rescued: Cannot rescue a volume-backed instance`);
    return { status: 200, body: { adminPass: this.#cloud.chance.hex('password', server.n).slice(0, 12) } };
  }

  #rebuild({ server, given }: ActionRequest): Course {
    const image = this.#imageOf(member(given, 'imageRef'), 'Cannot find image for rebuild');
    if (server.volume) throw unrecorded('another image on the volume that a server boots from');
    const { vmState } = server;
    return {
      body: { server: { ...inShapeOf(REBUILT, { ...server, image }), status: 'REBUILD' } },
      finish: () => {
        server.image = image;
        return vmState === 'stopped' ? REST.stopped : REST.active;
      },
    };
  }

  #createImage({ server, given }: ActionRequest): Course {
    if (server.volume) throw unrecorded('an image of a server that boots from a volume');
    const { wares, chance } = this.#cloud;
    const id = chance.uuid('snapshot', this.#images++);
    const metadata = (member(given, 'metadata') ?? {}) as Record<string, string>;
    wares.keepSnapshot({ id, name: String(member(given, 'name')), owner: server.projectId, metadata });
    return { body: { image_id: id }, finish: () => wares.changeImage(id, { status: 'active' }) };
  }

  #resize({ server, given }: ActionRequest): Course {
    const { wares } = this.#cloud;
    const flavor = wares.flavors.find(({ id }) => id === member(given, 'flavorRef'));
    if (!flavor) throw refused(400, 'badRequest', `Flavor ${text(member(given, 'flavorRef'))} could not be found.`);
    if (flavor.id === server.flavor.id) throw refused(400, 'badRequest', 'When resizing, instances must change flavor!');
    const used = usedBy(this.#cloud, server.projectId).cores;
    const more = flavor.vcpus - server.flavor.vcpus;
    const limit = limitOf(this.#cloud, server.projectId, 'cores');
    if (exceeds(used + more, limit)) throw quotaExceeded('cores', more, used, limit);
    return { finish: () => this.#setAside(server, flavor) };
  }

  #liveMigrate(server: Server, given: unknown): Course {
    const host = member(given, 'host');
    const { all } = this.#cloud.nodes;
    const wanted = host === null ? undefined : all.find((node) => node.host === host);
    if (host !== null && (!wanted || wanted === server.node))
      throw refused(400, 'badRequest', 'No valid host was found. There are not enough hosts available.');
    return { finish: () => this.#move(server, wanted ?? this.#otherNode(server)) };
  }

  #otherNode(server: Server) {
    const node = this.#cloud.nodes.choose(server.flavor, server.node);
    if (!node) throw new Error('the replayed cloud has no room on another node');
    return node;
  }

  #leaveNode(server: Server): void {
    if (server.node) this.#cloud.nodes.leave(server.node, server.flavor);
    server.node = null;
  }

  #move(server: Server, node: NonNullable<Server['node']>): void {
    this.#leaveNode(server);
    this.#cloud.nodes.enter(node, server.flavor);
    server.node = node;
  }

  /** On another node with another flavor; what it had stays held until somebody has decided. */
  #setAside(server: Server, flavor: Server['flavor']): void {
    const { node: from, flavor: had, vmState } = server;
    server.origin = { node: from, flavor: had, rest: vmState === 'stopped' ? REST.stopped : REST.active };
    const node = this.#cloud.nodes.choose(flavor, from) ?? from;
    if (node) this.#cloud.nodes.enter(node, flavor);
    server.node = node;
    server.flavor = flavor;
  }

  #keep(server: Server): Rest {
    const { origin } = server;
    if (origin?.node) this.#cloud.nodes.leave(origin.node, origin.flavor);
    server.origin = null;
    return origin?.rest ?? REST.active;
  }

  #goBack(server: Server): Rest {
    const { origin } = server;
    this.#leaveNode(server);
    if (origin) {
      server.node = origin.node;
      server.flavor = origin.flavor;
    }
    server.origin = null;
    return origin?.rest ?? REST.active;
  }
}
