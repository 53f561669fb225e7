import { freePort } from './attachments.ts';
import type { Cloud } from './cloud.ts';
import { disksIn, type Disk, type Disks } from './disks.ts';
import { exceeds, limitOf, usedBy } from './quota.ts';
import { locked, quotaExceeded, refused } from './refusals.ts';
import { member, text, unrecorded, type Token } from './reply.ts';
import { deviceAt, type Action, type Server } from './server.ts';
import { DEFAULT_TYPE, type VolumeTypes } from './volume-types.ts';
import type { Volume } from './volumes.ts';
import type { Flavor, Image } from './resources.ts';

/** Servers as they are made and removed: accepted at once, carried out after a while. */
export class Lifecycle {
  readonly #cloud: Cloud;
  #next: number;
  #volumes = 0;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
    this.#next = cloud.servers.length;
  }

  /** Accepts a creation. Throws Refusal. */
  create(wanted: unknown, token: Token, requestId: string): Server {
    const cloud = this.#cloud;
    const { projectId } = token;
    if (projectId === undefined) throw refused(403, 'forbidden', 'A project is needed to create a server.');
    const flavor = cloud.wares.flavors.find(({ id }) => id === member(wanted, 'flavorRef'));
    if (!flavor) throw refused(400, 'badRequest', `Flavor ${text(member(wanted, 'flavorRef'))} could not be found.`);
    const disks = typed(disksIn(wanted), token, this.#cloud.types);
    const image = cloud.wares.image(disks.boot?.imageId ?? member(wanted, 'imageRef'));
    if (!image) throw refused(400, 'badRequest', 'Image could not be found.');
    const used = usedBy(cloud, projectId);
    for (const [what, more] of [
      ['instances', 1],
      ['cores', flavor.vcpus],
    ] as const) {
      const limit = limitOf(cloud, projectId, what);
      if (exceeds(used[what] + more, limit)) throw quotaExceeded(what, more, used[what], limit);
    }
    const ports = networksOf(wanted).map(({ networkId, portId }) => {
      const port = portId === undefined ? cloud.addresses.take(projectId, networkId) : freePort(cloud, projectId, portId);
      if (!port) throw refused(400, 'badRequest', `Network ${networkId} could not be found.`);
      return port;
    });
    const n = this.#next++;
    const now = Date.now();
    const server: Server = {
      n,
      id: cloud.chance.uuid('server', n),
      name: text(member(wanted, 'name')) ?? '',
      description: text(member(wanted, 'description')) ?? null,
      projectId,
      userId: token.user.id,
      lockedBy: null,
      origin: null,
      metadata: (member(wanted, 'metadata') ?? {}) as Record<string, string>,
      tags: (member(wanted, 'tags') ?? []) as string[],
      keyName: text(member(wanted, 'key_name')) ?? null,
      flavor,
      image: disks.boot ? null : image,
      volume: null,
      further: [],
      ports,
      node: null,
      status: 'BUILD',
      vmState: 'building',
      taskState: 'scheduling',
      powerState: 0,
      createdAt: now,
      updatedAt: now,
      launchedAt: null,
      deletedAt: null,
      actions: [],
    };
    cloud.insert(server);
    const entry = cloud.began(server, 'create', requestId, token.user.id);
    cloud.later(cloud.options.boot / 3, () => this.#spawn(server, flavor, image, disks, entry));
    return server;
  }

  #spawn(server: Server, flavor: Flavor, image: Image, { boot, further }: Disks, entry: Action): void {
    const cloud = this.#cloud;
    if (server.taskState !== 'scheduling') return;
    const node = cloud.nodes.place(flavor);
    if (!node) {
      this.#finish(entry);
      cloud.touch(server, { status: 'ERROR', vmState: 'error', taskState: null });
      return;
    }
    server.node = node;
    // Only a node binds what was made for it.
    for (const { made } of server.ports) if (made) made.serverId = server.id;
    if (boot) server.volume = this.#volumeFor(server, image, boot, 0);
    server.further = further.map((disk, place) => this.#volumeFor(server, null, disk, place + 1));
    const volumes = [...(server.volume ? [server.volume] : []), ...server.further];
    for (const volume of volumes) cloud.volumes.add(volume);
    cloud.touch(server, { taskState: 'spawning' });
    cloud.later((cloud.options.boot * 2) / 3, () => {
      if (server.taskState !== 'spawning') return;
      this.#finish(entry);
      for (const volume of volumes) volume.status = 'in-use';
      cloud.touch(server, { status: 'ACTIVE', vmState: 'active', taskState: null, powerState: 1, launchedAt: Date.now() });
    });
  }

  /** @param place among the server's disks */
  #volumeFor(server: Server, image: Image | null, { size, deleteOnTermination, tag, type = DEFAULT_TYPE }: Disk, place: number): Volume {
    const { chance } = this.#cloud;
    const n = this.#volumes++;
    return {
      id: chance.uuid('made volume', n),
      name: '',
      attachmentId: chance.uuid('made attachment', n),
      projectId: server.projectId,
      userId: server.userId,
      serverId: server.id,
      host: server.node?.host ?? null,
      device: deviceAt(place),
      size,
      type,
      image,
      status: 'creating',
      createdAt: Date.now(),
      deleteOnTermination,
      tag,
    };
  }

  /** Accepts a deletion, also a second one of a server that is being deleted. */
  remove(server: Server, token: Token, requestId: string): void {
    if (server.lockedBy !== null && !token.isAdmin) throw locked(server);
    const entry = this.#cloud.began(server, 'delete', requestId, token.user.id);
    if (server.taskState === 'deleting') return;
    this.#cloud.touch(server, { taskState: 'deleting' });
    if (server.volume?.deleteOnTermination) server.volume.status = 'deleting';
    this.#cloud.later(this.#cloud.options.act, () => {
      this.#finish(entry);
      this.#cloud.bury(server);
    });
  }

  #finish(entry: Action): void {
    entry.finishedAt = Date.now();
  }
}

/** The same disks with the names of their volume types. Throws Refusal for one that is not for whoever asks. */
function typed({ boot, further }: Disks, token: Token, types: VolumeTypes): Disks {
  const named = <D extends Disk>(disk: D): D => ({ ...disk, type: types.nameFor(disk.type, token) });
  return { boot: boot && named(boot), further: further.map(named) };
}

function networksOf(wanted: unknown): { networkId: string; portId: string | undefined }[] {
  const networks = member(wanted, 'networks');
  if (!Array.isArray(networks)) throw unrecorded('a server without named networks');
  return networks.map((network: unknown) => ({ networkId: String(member(network, 'uuid')), portId: text(member(network, 'port')) }));
}
