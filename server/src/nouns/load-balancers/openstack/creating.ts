/** Load balancers as they are made, with their pools and the floating IP that leads to them: all of it, or nothing. */
import { z } from 'zod';
import type { LoadBalancerCreate } from '@gantry/contract/nouns/load-balancers/bodies';
import type { PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { loadBalancerFlavorKind } from '@gantry/contract/nouns/load-balancer-flavors/entity';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { isUnanswered } from '../../../port/unanswered.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { describedBy, findMarked } from '../../../engines/openstack/commands/task-marks.ts';
import { askToChange, refreshNow, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { judgedPool, keptTls, makePool } from '../../load-balancer-pools/openstack/making.ts';
import { markOfPool } from '../../load-balancer-pools/openstack/tags.ts';
import { dropSecrets, findKept, tlsRefs, type TlsRefs } from '../../load-balancer-pools/openstack/secrets.ts';
import { leadingMeaning } from '../../floating-ips/openstack/meanings.ts';
import { chosenSubnet } from '../shared/subnet.ts';
import { loadBalancers, pathOf } from './client.ts';
import { KIND } from './strategy.ts';
import { change, untilFree, untilGone, type Owned } from './work.ts';

/** Most flavors that are looked at. */
const MOST = 100;

const placeAt = (index: number): string => `pools.${index}.`;

/** The flavor that is taken where none is chosen: the first that has two instances; undefined: the cloud's own. */
async function usualFlavor({ store, actor }: CommandContext, engine: string): Promise<string | undefined> {
  const visibility = visibilityOfActor(actor);
  const sort = { key: 'name', descending: false };
  const { rows } = await store.read.list({ kind: loadBalancerFlavorKind, visibility, filters: {}, sort, limit: MOST });
  for (const { id, document, engine: of } of rows) {
    if (of !== engine || !document.enabled || document.flavor_profile_id === null) continue;
    const profile = await store.read.get({ engine, kind: 'load_balancer_flavor_profile', id: document.flavor_profile_id });
    if (profile?.document.flavor_data.loadbalancer_topology === 'ACTIVE_STANDBY') return id;
  }
  return undefined;
}

/** Where it is to take what arrives. Throws validation_failed at the field. */
async function placeOf({ store, actor }: CommandContext, body: LoadBalancerCreate) {
  const network = await store.read.find('network', body.network_id, visibilityOfActor(actor));
  const invalid = (field: string, code: string) => new GantryError('validation_failed', { fields: { [field]: [{ code }] } });
  if (!network) throw invalid('network_id', 'unknown_id');
  const subnet = chosenSubnet(network.document, body);
  if (body.address !== undefined && isSelfAddressed(subnet)) throw invalid('address', 'address_self_made');
  return { network_id: network.id, subnet_id: subnet.id, address: body.address ?? subnet.cidr };
}

/** Throws validation_failed where the floating IP that is to lead to it is not there, or leads somewhere. */
async function assertFloating({ store, actor }: CommandContext, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const floating = await store.read.find('floating_ip', id, visibilityOfActor(actor));
  const code = floating === undefined ? 'unknown_id' : floating.document.port_id === null ? undefined : 'floating_ip_in_use';
  if (code !== undefined) throw new GantryError('validation_failed', { fields: { floating_ip_id: [{ code }] } });
}

/** Lets a floating IP lead to a balancer. Throws what is meant by a refusal. */
async function leadTo(parts: Parts, context: CommandContext, { id, projectId }: Owned, floatingIp: string): Promise<void> {
  const { vip_port_id: port_id } = await loadBalancers.get(parts.api, id);
  const path = `/floatingips/${encodeURIComponent(floatingIp)}`;
  await askToChange(parts, context, projectId, { service: 'network', method: 'PUT', path, body: { floatingip: { port_id } } }).catch(
    (error: unknown) => {
      throw leadingMeaning(error, 'floating_ip_id');
    },
  );
  await refreshNow(parts, context, floatingIp, 'floating_ip');
}

const memoShape = z.object({ projectId: z.string(), tls: z.array(tlsRefs.nullable()) });

/** Certificates of all pools, kept by the cloud before anything is made. Nothing stays where one of them is refused. */
async function keptOf(parts: Parts, context: CommandContext, projectId: string, pools: readonly PoolWanted[]): Promise<(TlsRefs | null)[]> {
  const kept: (TlsRefs | null)[] = [];
  try {
    for (const [index, body] of pools.entries())
      kept.push((await keptTls(parts, context, projectId, { body, at: placeAt(index), mark: markOfPool(context, index) })) ?? null);
    return kept;
  } catch (error) {
    await dropAll(parts, context, projectId, kept);
    throw error;
  }
}

async function dropAll(parts: Parts, context: CommandContext, projectId: string | null, kept: readonly unknown[]): Promise<void> {
  for (const [index, one] of kept.entries()) if (one) await dropSecrets(parts, context, projectId, markOfPool(context, index));
}

/** Takes a balancer away with all that was made for it. */
async function takeDown(parts: Parts, context: CommandContext, { id, projectId }: Owned, kept: readonly unknown[]): Promise<void> {
  const row = await context.store.read.get({ engine: parts.engine, kind: KIND, id });
  const pools = (row?.document.pools ?? []).map((pool) => pool.id);
  await untilFree(parts, context, id).catch((err: unknown) => context.log.debug({ err, id }, 'it is taken away as it is'));
  await ignoreNotFound(change(parts, context, projectId, { method: 'DELETE', path: pathOf(id), query: { cascade: true } }));
  await untilGone(parts, context, id);
  for (const pool of pools) await refreshNow(parts, context, pool, 'load_balancer_pool');
  await dropAll(parts, context, projectId, kept);
}

export const createBalancer = (parts: Parts): Command<LoadBalancerCreate> => ({
  async accept(context, _target, body) {
    const { name, description, flavor_id: flavor, pools = [], floating_ip_id: floating } = body;
    const projectId = scopeProject(context);
    if (projectId === null) throw new GantryError('project_scope_required');
    const place = await placeOf(context, body);
    await assertFloating(context, floating);
    for (const [index, pool] of pools.entries()) await judgedPool(context, { id: '', projectId, place }, pool, placeAt(index));
    const tls = await keptOf(parts, context, projectId, pools);
    const flavor_id = flavor ?? (await usualFlavor(context, parts.engine));
    const loadbalancer = {
      name,
      description: description ?? '',
      project_id: projectId,
      vip_network_id: place.network_id,
      vip_subnet_id: place.subnet_id,
      ...(body.address !== undefined && { vip_address: body.address }),
      ...(flavor_id !== undefined && { flavor_id }),
      tags: [describedBy(context)],
    };
    try {
      const made = await change(parts, context, projectId, { method: 'POST', path: '/lbaas/loadbalancers', body: { loadbalancer } });
      const { id } = z.object({ loadbalancer: z.object({ id: z.string() }) }).parse(made.body).loadbalancer;
      await refreshNow(parts, context, id, KIND);
      return { id, requestId: made.requestId, memo: { projectId, tls } };
    } catch (error) {
      // What may be carried out all the same still needs them.
      if (!isUnanswered(error)) await dropAll(parts, context, projectId, tls);
      throw error;
    }
  },
  async settle(context, { id, requestId, memo }, { pools = [], floating_ip_id: floating, ...body }) {
    const { projectId, tls } = memoShape.parse(memo);
    const owner = { id, projectId };
    let isDeployed = false;
    try {
      await untilFree(parts, context, id, requestId);
      isDeployed = true;
      const place = await placeOf(context, body);
      for (const [index, pool] of pools.entries()) {
        const judged = await judgedPool(context, { ...owner, place }, pool, placeAt(index));
        await makePool(parts, context, owner, { ...judged, tls: tls[index] ?? undefined, mark: markOfPool(context, index) });
      }
      if (floating !== undefined) await leadTo(parts, context, owner, floating);
    } catch (error) {
      // One that could not be deployed stays, to be deployed again: without its pools, whose secrets nothing would name.
      await (isDeployed ? takeDown(parts, context, owner, tls) : dropAll(parts, context, projectId, tls)).catch((err: unknown) => {
        context.log.warn({ err, id }, 'what was made of a refused load balancer could not be taken away');
      });
      throw error;
    }
    await refreshNow(parts, context, id, KIND);
  },
  async recover(context, _id, { pools = [] }) {
    const id = await findMarked(parts, context, loadBalancers, ['tags']);
    if (id === undefined) return undefined;
    const projectId = scopeProject(context);
    const tls: (TlsRefs | null)[] = [];
    for (const [index, { tls: wanted }] of pools.entries()) {
      const sought = { name: markOfPool(context, index), clientCa: typeof wanted?.client_ca === 'string' };
      tls.push((wanted && (await findKept(parts, context, projectId, sought))) ?? null);
    }
    return { id, memo: { projectId, tls } };
  },
  async abandon(context, { pools = [] }) {
    await dropAll(
      parts,
      context,
      scopeProject(context),
      pools.map(({ tls }) => tls),
    );
  },
});
