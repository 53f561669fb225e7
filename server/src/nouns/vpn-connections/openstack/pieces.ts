/** The pieces of a VPN connection, made in order and marked with the task: found again after a crash, taken away where a later one is refused. */
import { z } from 'zod';
import type { VpnConnectionCreate } from '@gantry/contract/nouns/vpn-connections/bodies';
import type { IkePolicyWanted, IpsecPolicyWanted } from '@gantry/contract/nouns/vpn-policies/bodies';
import { TASK_MARK } from '../../../engines/openstack/client/mark.ts';
import { ignoreNotFound, ServiceError } from '../../../engines/openstack/client/errors.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { describedBy, findMarked } from '../../../engines/openstack/commands/task-marks.ts';
import { askToChange, refreshNow, sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { connections, endpointGroups, ikePolicies, ipsecPolicies, PATHS, vpnServices } from './client.ts';

/** What a connection is made of. */
export interface Pieces {
  ikepolicy_id: string;
  ipsecpolicy_id: string;
  vpnservice_id: string;
  local_ep_group_id: string;
  peer_ep_group_id: string;
}

type Piece = 'ike' | 'ipsec' | 'service' | 'group';
const MEMBER = { ike: 'ikepolicy', ipsec: 'ipsecpolicy', service: 'vpnservice', group: 'endpoint_group' } as const;
const KIND = { ike: 'vpn_ike_policy', ipsec: 'vpn_ipsec_policy', service: 'vpn_service', group: 'vpn_endpoint_group' } as const;

const pathOf = (piece: Piece, id: string): string => `${PATHS[piece]}/${encodeURIComponent(id)}`;

/** Makes pieces for one task. */
export class Workbench {
  readonly #parts: Parts;
  readonly #context: CommandContext;
  readonly #projectId: string | null;
  /** What of it the task has made, first to last. */
  readonly made: { piece: Piece; id: string }[] = [];

  constructor(parts: Parts, context: CommandContext, projectId: string | null) {
    this.#parts = parts;
    this.#context = context;
    this.#projectId = projectId;
  }

  /** The mark that a piece has; both groups are told apart by their type. */
  get #mark(): string {
    return describedBy(this.#context);
  }

  async #make(piece: Piece, members: object, before: string | undefined): Promise<string> {
    const id = before ?? (await this.#create(piece, members));
    this.made.push({ piece, id });
    await refreshNow(this.#parts, this.#context, id, KIND[piece]);
    return id;
  }

  async #create(piece: Piece, members: object): Promise<string> {
    const owner = this.#projectId === null ? {} : { project_id: this.#projectId };
    const body = { [MEMBER[piece]]: { ...members, ...owner, description: this.#mark } };
    const answer = z.object({ [MEMBER[piece]]: z.object({ id: z.string() }) });
    const change = { service: 'network', method: 'POST', path: PATHS[piece], body, answer } as const;
    const made = await sendChange(this.#parts, this.#context, this.#projectId, change);
    return (made.body as Record<string, { id: string }>)[MEMBER[piece]]!.id;
  }

  policy(piece: 'ike' | 'ipsec', { lifetime: value, ...policy }: IkePolicyWanted | IpsecPolicyWanted, before?: string): Promise<string> {
    const lifetime = { units: 'seconds', value };
    const more = piece === 'ike' ? { phase1_negotiation_mode: 'main' } : { encapsulation_mode: 'tunnel', transform_protocol: 'esp' };
    return this.#make(piece, { ...policy, ...more, lifetime }, before);
  }

  /** The service of a router: the one that it has, or a new one. */
  async service(router: { id: string; name: string }, before?: string): Promise<string> {
    if (before === undefined) {
      const { items } = await vpnServices.list(this.#parts.api, 1, undefined, { router_id: router.id });
      if (items[0]) return items[0].id;
    }
    return this.#make('service', { name: router.name, router_id: router.id, admin_state_up: true }, before);
  }

  group(type: 'subnet' | 'cidr', name: string, endpoints: readonly string[], before?: string): Promise<string> {
    return this.#make('group', { name, type, endpoints }, before);
  }

  /** The group of a type that the task has made. */
  async ownGroup(type: 'subnet' | 'cidr'): Promise<string | undefined> {
    for await (const { items } of pagesOf(500, (limit, marker) =>
      endpointGroups.list(this.#parts.api, limit, marker, { description: this.#mark }),
    )) {
      const found = items.find((one) => one.type === type && one.description === this.#mark);
      if (found) return found.id;
    }
    return undefined;
  }

  /** All pieces of a new connection. `again`: some may be there already. */
  async all(body: VpnConnectionCreate, router: { id: string; name: string }, again: boolean): Promise<Pieces> {
    const found = (from: Parameters<typeof findMarked>[2]) =>
      again ? findMarked(this.#parts, this.#context, from, ['description']) : Promise.resolve(undefined);
    const own = (type: 'subnet' | 'cidr') => (again ? this.ownGroup(type) : Promise.resolve(undefined));
    return {
      ikepolicy_id: body.ikepolicy_id ?? (await this.policy('ike', body.ike_policy!, await found(ikePolicies))),
      ipsecpolicy_id: body.ipsecpolicy_id ?? (await this.policy('ipsec', body.ipsec_policy!, await found(ipsecPolicies))),
      vpnservice_id: await this.service(router, await found(vpnServices)),
      local_ep_group_id: await this.group('subnet', body.name, body.local_subnet_ids, await own('subnet')),
      peer_ep_group_id: await this.group('cidr', body.name, body.peer_cidrs, await own('cidr')),
    };
  }

  /** Finds what the task has made before a crash, for `undo`. Returns its groups: of subnets, and of ranges. */
  async findMade(): Promise<readonly [local: string | undefined, remote: string | undefined]> {
    const note = (piece: Piece, id: string | undefined) => {
      if (id !== undefined) this.made.push({ piece, id });
      return id;
    };
    for (const [piece, from] of [
      ['ike', ikePolicies],
      ['ipsec', ipsecPolicies],
      ['service', vpnServices],
    ] as const)
      note(piece, await findMarked(this.#parts, this.#context, from, ['description']));
    return [note('group', await this.ownGroup('subnet')), note('group', await this.ownGroup('cidr'))];
  }

  /** Takes away what was made, last to first. The refusal is what is reported: a failure here is only noted. */
  async undo(): Promise<void> {
    for (const { piece, id } of this.made.toReversed())
      await remove(this.#parts, this.#context, this.#projectId, piece, id).catch((err: unknown) => {
        this.#context.log.warn({ err, piece, id }, 'a piece of a refused VPN connection could not be taken away');
      });
  }
}

async function remove(parts: Parts, context: CommandContext, projectId: string | null, piece: Piece, id: string): Promise<void> {
  await ignoreNotFound(askToChange(parts, context, projectId, { service: 'network', method: 'DELETE', path: pathOf(piece, id) }));
  await refreshNow(parts, context, id, KIND[piece]);
}

/** Whether the service says that something else still uses it. */
const isInUse = (error: unknown): boolean => error instanceof ServiceError && error.httpStatus === 409;

/**
 * Takes away those pieces that no connection uses, as far as Gantry has made them: what others have made stays. `used`: what the connections
 * name that are there.
 */
export async function removeUnused(
  parts: Parts,
  context: CommandContext,
  projectId: string | null,
  pieces: Partial<Record<keyof Pieces, string | null>>,
): Promise<void> {
  const used = new Set<string>();
  for await (const { items } of pagesOf(500, (limit, marker) => connections.list(parts.api, limit, marker)))
    for (const one of items)
      for (const id of [one.ikepolicy_id, one.ipsecpolicy_id, one.vpnservice_id, one.local_ep_group_id, one.peer_ep_group_id])
        if (id) used.add(id);
  const candidates = [
    ['group', pieces.local_ep_group_id, endpointGroups],
    ['group', pieces.peer_ep_group_id, endpointGroups],
    ['ike', pieces.ikepolicy_id, ikePolicies],
    ['ipsec', pieces.ipsecpolicy_id, ipsecPolicies],
    ['service', pieces.vpnservice_id, vpnServices],
  ] as const;
  for (const [piece, id, from] of candidates) {
    if (!id || used.has(id)) continue;
    const one = await ignoreNotFound<{ description?: string | null | undefined }>(from.get(parts.api, id));
    if (!one?.description?.startsWith(`${TASK_MARK} `)) continue;
    await remove(parts, context, projectId, piece, id).catch((error: unknown) => {
      // Somebody has begun to use it meanwhile.
      if (!isInUse(error)) throw error;
    });
  }
}
