/**
 * Servers that are reached from outside as soon as they run (`reachable_from`): what is missing of a network, a way out and a rule is made
 * before the server, with a floating IP that leads to it once it runs, by the engine's own commands and in the one task. A server that is refused
 * leaves nothing of it behind.
 */
import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import type { Router } from '@gantry/contract/nouns/routers/entity';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { nouns } from '@gantry/contract';
import { interfacesOf, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import { isPlan, planReach, SSH_GROUP, SSH_RULE, type ReachPlan } from '@gantry/contract/nouns/servers/reach';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { Acceptance, Command, CommandContext, Commands } from '../../../port/engine.ts';
import { createPiece, NEEDED, recoverPiece, Undo, type MakePiece, type Workshop } from './reach-pieces.ts';

const FIELD = 'reachable_from';
/** Most things of a kind that are looked at. */
const MOST = 1000;

type Reached = ServerCreate & { reachable_from: string };
const isReached = (body: ServerCreate): body is Reached => body.reachable_from !== undefined;

/** The commands with a creation that reaches, where the engine has all that it takes. */
export function withReach(engine: string, commands: Commands): Commands {
  if (!NEEDED.every((name) => commands[name])) return commands;
  return { ...commands, 'server.create': createReached({ engine, commands }, commands['server.create']!) };
}

async function all<T>({ store, actor }: CommandContext, [kind]: readonly Kind[]): Promise<T[]> {
  const list = { kind: kind!, visibility: visibilityOfActor(actor), filters: {}, sort: { key: 'name', descending: false }, limit: MOST };
  return (await store.read.list(list)).rows.map(({ document }) => document as T);
}

/** What is to be made. Throws validation_failed where nothing helps. */
async function planOf(context: CommandContext, body: Reached): Promise<ReachPlan> {
  const [networks, routers, groups, floatingIps] = await Promise.all([
    all<Network>(context, nouns.networks.kinds),
    all<Router>(context, nouns.routers.kinds),
    all<SecurityGroup>(context, nouns.securityGroups.kinds),
    all<FloatingIp>(context, nouns.floatingIps.kinds),
  ]);
  const [first] = interfacesOf(body);
  const planned = planReach({
    outside: body.reachable_from,
    network: first && networks.find(({ id }) => id === first.network_id),
    groupIds: first?.security_group_ids,
    isProtected: first?.spoofing_protection !== false,
    networks,
    routers,
    groups,
    floatingIps,
  });
  if (!isPlan(planned)) throw new GantryError('validation_failed', { fields: { [FIELD]: [planned] } });
  return planned;
}

/** What is made is not among what was typed: what is wrong with it is told where it was asked for. */
function atField(error: unknown): unknown {
  if (!(error instanceof GantryError) || error.code !== 'validation_failed') return error;
  const problems = Object.values(error.fields ?? {}).flat();
  return new GantryError('validation_failed', { fields: { [FIELD]: problems.slice(0, 1) }, cause: error });
}

/** What is asked of the engine as soon as all else is there, and the floating IP that is to lead there. */
interface Prepared {
  body: ServerCreate;
  floatingId: string;
}

/**
 * Makes what comes before the server, and returns the body of a server that has it; undefined where a piece that is looked for is not there.
 * What is made is noted in `undo`.
 */
async function prepared(context: CommandContext, body: Reached, piece: MakePiece, undo: Undo): Promise<Prepared | undefined> {
  const plan = await planOf(context, body);
  const { reachable_from: outside, network_ids: _ids, interfaces: _interfaces, ...rest } = body;
  const gateway = { external_gateway_info: { network_id: outside } };
  const [first, ...others] = interfacesOf(body);
  let networkId = first?.network_id;
  if (plan.network) {
    networkId = await piece('network', 'network.createPrivate', null, { name: body.name, subnets: [plan.network] });
    if (networkId === undefined) return undefined;
    undo.add('network.delete', { kind: 'network', id: networkId }, { kind: 'private', networkId });
  }
  if (networkId === undefined) throw new GantryError('internal');
  const { way } = plan;
  if (way && 'gateway' in way) {
    if ((await piece('gateway', 'router.update', { kind: 'router', id: way.gateway }, gateway)) === undefined) return undefined;
    undo.add('router.update', { kind: 'router', id: way.gateway }, { external_gateway_info: null });
  } else if (way) {
    const routerId = 'connect' in way ? way.connect : await piece('router', 'router.create', null, { name: body.name, ...gateway });
    if (routerId === undefined) return undefined;
    const target = { kind: 'router', id: routerId };
    if ('make' in way) undo.add('router.delete', target, undefined);
    const wanted = { network_id: networkId, ...(plan.subnetId !== null && { subnet_id: plan.subnetId }) };
    if ((await piece('interface', 'router.addInterface', target, wanted)) === undefined) return undefined;
    undo.add('router.removeInterface', target, { network_id: networkId });
  }
  const floating = { floating_network_id: outside, description: body.name };
  const floatingId = plan.floating?.id ?? (await piece('floating', 'floating_ip.create', null, floating));
  if (floatingId === undefined) return undefined;
  if (!plan.floating) undo.add('floating_ip.delete', { kind: 'floating_ip', id: floatingId }, undefined);
  const nic = { ...first, network_id: networkId };
  if (!plan.groups) return { body: { ...rest, interfaces: [nic, ...others] }, floatingId };
  const ids: string[] = [];
  for (const group of plan.groups) {
    const id = group ?? (await piece('group', 'security_group.create', null, { name: SSH_GROUP, security_group_rules: [SSH_RULE] }));
    if (id === undefined) return undefined;
    if (group === null) undo.add('security_group.delete', { kind: 'security_group', id }, undefined);
    ids.push(id);
  }
  return { body: { ...rest, interfaces: [{ ...nic, security_group_ids: ids }, ...others] }, floatingId };
}

/** Lets the floating IP lead to the server's first interface, unless it does. */
async function lead(workshop: Workshop, context: CommandContext, serverId: string, floatingId: string): Promise<void> {
  const { engine } = workshop;
  const { read } = context.store;
  const floating = await read.get({ engine, kind: 'floating_ip', id: floatingId });
  if (floating?.document.attachment?.object_id === serverId) return;
  const server = await read.get({ engine, kind: 'server', id: serverId });
  const [nic] = server?.document.networks ?? [];
  const ip = nic?.ips.find((one) => !one.includes(':'));
  if (!nic || ip === undefined)
    throw new GantryError('engine_refused', { detail: 'the server has no address that a floating IP could lead to' });
  const assign = { server_id: serverId, mac_addr: nic.mac_addr, fixed_ip_address: ip };
  await createPiece(workshop, context)('assign', 'floating_ip.assign', { kind: 'floating_ip', id: floatingId }, assign);
}

/** What is kept with the task: what the engine keeps of the server, and the floating IP. */
interface Kept {
  own: unknown;
  floatingId: string;
}

/** The engine's yes with what is to follow. */
const kept = (acceptance: Acceptance, floatingId: string): Acceptance => {
  const memo: Kept = { own: acceptance.memo, floatingId };
  return { ...acceptance, memo };
};

const createReached = (workshop: Workshop, plain: Command<ServerCreate>): Command<ServerCreate> => ({
  async accept(context, target, body) {
    if (!isReached(body)) return plain.accept(context, target, body);
    const undo = new Undo(workshop, context);
    try {
      const ready = await prepared(context, body, createPiece(workshop, context), undo).catch((error: unknown) => {
        throw atField(error);
      });
      if (!ready) throw new GantryError('internal');
      return kept(await plain.accept(context, target, ready.body), ready.floatingId);
    } catch (error) {
      // What may be carried out all the same still needs it.
      if (!(error instanceof GantryError && 'unanswered' in error)) await undo.run();
      throw error;
    }
  },
  async settle(context, acceptance, body) {
    if (!isReached(body)) return plain.settle?.(context, acceptance, body);
    const { reachable_from: _outside, ...own } = body;
    const memo = acceptance.memo as Kept;
    await plain.settle?.(context, { ...acceptance, memo: memo.own }, own);
    await lead(workshop, context, acceptance.id, memo.floatingId);
  },
  async recover(context, id, body) {
    if (!isReached(body)) return plain.recover?.(context, id, body);
    const ready = await prepared(context, body, recoverPiece(workshop, context), new Undo(workshop, context));
    const found = ready && (await plain.recover?.(context, id, ready.body));
    return found && kept(found, ready.floatingId);
  },
  async abandon(context, body) {
    await plain.abandon?.(context, body);
    if (!isReached(body)) return;
    const undo = new Undo(workshop, context);
    await prepared(context, body, recoverPiece(workshop, context), undo).catch((err: unknown) =>
      context.log.warn({ err }, 'what a server was to be reached by could not be looked for'),
    );
    await undo.run();
  },
});
