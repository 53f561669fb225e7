import type { Cloud } from './cloud.ts';
import { busy, conflict, locked, refused } from './refusals.ts';
import { answerTo, type Json } from './recorded.ts';
import { member, text, tokenIn, type Question, type Route } from './reply.ts';
import { acceptedOn, deviceAt, shownPorts, type Port, type Server } from './server.ts';
import type { Volume } from './volumes.ts';

/** Recorded shapes; those of volumes also in the microversion that tells whether they go with the server. */
const ATTACHED = answerTo<{ volumeAttachment: Json }>('POST', /os-volume_attachments$/).volumeAttachment;
const ATTACHMENT = answerTo<{ volumeAttachments: Json[] }>('GET', /os-volume_attachments$/).volumeAttachments[0]!;
const INTERFACE = answerTo<{ interfaceAttachment: Json }>('POST', /os-interface$/).interfaceAttachment;
/** The version in which the list was recorded. */
const LISTED = ['2.70', '2.70'] as const;

/** States of the machine in which Nova attaches and detaches. */
const VOLUMES_IN = ['active', 'paused', 'stopped', 'resized', 'shelved_offloaded'];
const INTERFACES_IN = ['active', 'paused', 'stopped'];

/** Whether a server may be worked on; throws Refusal. */
function assertFree(server: Server, action: string, states: readonly string[], isAdmin: boolean): void {
  if (server.lockedBy !== null && !isAdmin) throw locked(server);
  if (!states.includes(server.vmState)) throw conflict(server, action);
  if (server.taskState !== null) throw busy(server, action);
}

/** What a server has beside what it was made with: volumes and interfaces, as they come and go. */
class Attachments {
  readonly #cloud: Cloud;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  attachVolume(server: Server, volume: Volume, goes: boolean, question: Question): Json {
    assertFree(server, 'attach_volume', VOLUMES_IN, tokenIn(question).isAdmin);
    if (volume.status !== 'available') {
      const why =
        volume.serverId === null
          ? `status must be available, but is ${volume.status}`
          : `already attached to instances: ${volume.serverId}`;
      throw refused(400, 'badRequest', `Invalid volume: volume ${volume.id} is ${why}`);
    }
    const device = deviceAt(server.further.length + 1);
    const now: Partial<Volume> = {
      status: 'reserved',
      serverId: server.id,
      host: server.node?.host ?? null,
      device,
      deleteOnTermination: goes,
    };
    Object.assign(volume, now);
    server.further = [...server.further, volume];
    this.#carryOut(server, 'attach_volume', question, () => (volume.status = 'in-use'));
    return { ...ATTACHED, id: volume.id, volumeId: volume.id, serverId: server.id, device };
  }

  detachVolume(server: Server, volume: Volume, question: Question): void {
    assertFree(server, 'detach_volume', VOLUMES_IN, tokenIn(question).isAdmin);
    if (volume.status !== 'in-use') throw refused(400, 'badRequest', `Invalid volume: Invalid input received: Invalid volume status.`);
    volume.status = 'detaching';
    this.#carryOut(server, 'detach_volume', question, () => {
      server.further = server.further.filter((one) => one !== volume);
      Object.assign(volume, { status: 'available', serverId: null, host: null } satisfies Partial<Volume>);
    });
  }

  /** Nova answers when its node has done it. */
  attachInterface(server: Server, wanted: unknown, question: Question): Json {
    assertFree(server, 'attach_interface', INTERFACES_IN, tokenIn(question).isAdmin);
    const portId = text(member(wanted, 'port_id'));
    if (portId !== undefined) return this.#attached(server, boundPort(this.#cloud, server, portId), question);
    const networkId = String(member(wanted, 'net_id'));
    const [fixed] = (member(wanted, 'fixed_ips') ?? []) as unknown[];
    const address = text(member(fixed, 'ip_address'));
    if (address !== undefined && this.#cloud.addresses.isTaken(networkId, address))
      throw refused(409, 'conflictingRequest', `Fixed IP ${address} is already in use.`);
    const port = this.#cloud.addresses.take(server.projectId, networkId, address);
    if (!port) throw refused(400, 'badRequest', `Network ${networkId} could not be found.`);
    return this.#attached(server, port, question);
  }

  #attached(server: Server, port: Port, question: Question): Json {
    this.#note(server, 'attach_interface', question).finishedAt = Date.now();
    server.ports = [...server.ports, port];
    this.#cloud.touch(server);
    const shown = shownPorts(server).at(-1)!;
    return { ...INTERFACE, net_id: port.network.id, port_id: port.id, mac_addr: port.mac, fixed_ips: shown['fixed_ips'] };
  }

  detachInterface(server: Server, port: Port, question: Question): void {
    assertFree(server, 'detach_interface', INTERFACES_IN, tokenIn(question).isAdmin);
    this.#carryOut(server, 'detach_interface', question, () => {
      server.ports = server.ports.filter((one) => one !== port);
      this.#cloud.letGo(port);
    });
  }

  #note(server: Server, action: string, { requestId, ...question }: Question) {
    return this.#cloud.began(server, action, requestId, tokenIn({ requestId, ...question }).user.id);
  }

  #carryOut(server: Server, action: string, question: Question, finish: () => void): void {
    const entry = this.#note(server, action, question);
    this.#cloud.touch(server);
    this.#cloud.later(this.#cloud.options.act, () => {
      entry.finishedAt = Date.now();
      if (server.status === 'DELETED') return;
      finish();
      this.#cloud.touch(server);
    });
  }
}

/** A port that was made for it: free, and of its project. Throws Refusal. */
function boundPort(cloud: Cloud, server: Pick<Server, 'id' | 'projectId'>, id: string): Port {
  const port = freePort(cloud, server.projectId, id);
  port.made!.serverId = server.id;
  return port;
}

/** Nova refuses a port that there is not, or that somebody has. */
export function freePort(cloud: Cloud, projectId: string, id: string): Port {
  const port = cloud.ports.get(id);
  if (!port?.made || port.made.projectId !== projectId) throw refused(400, 'badRequest', `Port id ${id} could not be found.`);
  if (port.made.serverId !== null) throw refused(409, 'conflictingRequest', `Port ${id} is still in use.`);
  return port;
}

/** Nova's routes below a server. `serverFor`: the server that the caller may see; `one`: the pattern of its address. */
export function attachmentRoutes(cloud: Cloud, one: string, serverFor: (question: Question, id: string) => Server): Route[] {
  const attachments = new Attachments(cloud);
  const volumesOf = (server: Server): Volume[] => [...(server.volume ? [server.volume] : []), ...server.further];
  const attached = (server: Server, volumeId: string, among: readonly Volume[] = server.further): Volume => {
    const volume = among.find(({ id }) => id === volumeId);
    if (!volume) throw refused(404, 'itemNotFound', `Instance ${server.id} is not attached to volume ${volumeId}`);
    return volume;
  };
  const volumes = `${one}/os-volume_attachments`;
  return [
    {
      method: 'GET',
      path: new RegExp(`^${volumes}$`),
      versions: LISTED,
      answer(question, id = '') {
        const server = serverFor(question, id);
        const shown = volumesOf(server).map((volume) => ({
          ...ATTACHMENT,
          id: volume.id,
          volumeId: volume.id,
          serverId: id,
          device: volume.device,
          tag: volume.tag,
        }));
        return { items: shown.length, body: { volumeAttachments: shown } };
      },
    },
    {
      method: 'POST',
      path: new RegExp(`^${volumes}$`),
      answer(question, id = '') {
        const server = serverFor(question, id);
        const wanted = member(question.body, 'volumeAttachment');
        const volumeId = String(member(wanted, 'volumeId'));
        const volume = cloud.volumes.get(volumeId);
        if (!volume || volume.projectId !== server.projectId) throw refused(404, 'itemNotFound', `Volume ${volumeId} could not be found.`);
        const goes = member(wanted, 'delete_on_termination') === true;
        const shown = attachments.attachVolume(server, volume, goes, question);
        return {
          body: { volumeAttachment: { ...shown, ...(goes && { tag: null, delete_on_termination: true }) } },
          ...acceptedOn(server, 'attach_volume'),
        };
      },
    },
    {
      method: 'PUT',
      path: new RegExp(`^${volumes}/([^/]+)$`),
      answer(question, id = '', volumeId = '') {
        const server = serverFor(question, id);
        attached(server, volumeId, volumesOf(server)).deleteOnTermination =
          member(member(question.body, 'volumeAttachment'), 'delete_on_termination') === true;
        cloud.touch(server);
        return { status: 202, ...acceptedOn(server, 'update_volume') };
      },
    },
    {
      method: 'DELETE',
      path: new RegExp(`^${volumes}/([^/]+)$`),
      answer(question, id = '', volumeId = '') {
        const server = serverFor(question, id);
        attachments.detachVolume(server, attached(server, volumeId), question);
        return { status: 202, ...acceptedOn(server, 'detach_volume') };
      },
    },
    {
      method: 'POST',
      path: new RegExp(`^${one}/os-interface$`),
      answer(question, id = '') {
        const server = serverFor(question, id);
        const interfaceAttachment = attachments.attachInterface(server, member(question.body, 'interfaceAttachment'), question);
        return { body: { interfaceAttachment }, ...acceptedOn(server, 'attach_interface') };
      },
    },
    {
      method: 'DELETE',
      path: new RegExp(`^${one}/os-interface/([^/]+)$`),
      answer(question, id = '', portId = '') {
        const server = serverFor(question, id);
        const port = server.ports.find((item) => item.id === portId);
        if (!port) throw refused(404, 'itemNotFound', `Port ${portId} not found`);
        attachments.detachInterface(server, port, question);
        return { status: 202, ...acceptedOn(server, 'detach_interface') };
      },
    },
  ];
}
