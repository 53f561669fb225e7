import { ALL_PROJECTS, type NetworkUpdate } from '@gantry/contract/nouns/networks/bodies';
import { isGivenDirectly } from '@gantry/contract/nouns/networks/given';
import type { Scope } from '@gantry/contract/access/roles';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Filter } from '@gantry/contract/wire/query';
import type { Visibility } from '../../../port/store/rows.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import { actingOf } from '../../users/embedded/rights.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { CommandRequest } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

type Policies = NonNullable<NetworkUpdate['rbac_policies']>;

/**
 * Who else may use a network, as requested; one entry for each project. Throws forbidden where somebody who is no administrator of the
 * system gives it to all projects, or to one beyond those that are seen, as far as it has not been given to them `before`.
 */
export async function policiesOf(
  { platform, writer, context }: CommandRequest<unknown>,
  request: Policies,
  before: Policies,
): Promise<Policies> {
  const { actor } = context;
  const known = new Set(before.map(({ target_project: target }) => target));
  const added = request.map(({ target_project: target }) => target).filter((target) => !known.has(target));
  if (actor.scope.type === 'system' || (await actingOf(platform, writer, context)).system) {
    const ids = added.filter((target) => target !== ALL_PROJECTS);
    await referenced(platform, 'project', ids, { ...actor, scope: { type: 'system' } }, 'rbac_policies.target_project');
  } else {
    if (added.includes(ALL_PROJECTS)) throw new GantryError('forbidden');
    const visibility = { scope: actor.scope, userId: actor.userId, domainId: actor.domainId };
    const found = await platform.store.read.findMany('project', added, visibility);
    if (added.some((id) => found.get(id)?.engine !== platform.id)) throw new GantryError('forbidden');
  }
  return [...Map.groupBy(request, ({ target_project: target }) => target)].map(([target_project, policies]) => ({
    target_project,
    actions: [...new Set(policies.flatMap(({ actions }) => actions))].toSorted(),
  }));
}

/**
 * Refuses to take a network from projects whose servers are attached to it. Changes run one after the other, so what is committed is all there
 * is. Throws state_conflict.
 */
export async function assertNobodyLeft(
  { store }: Platform,
  { id, project_id: owner, shared, rbac_policies: after }: NetworkDocument,
): Promise<void> {
  if (shared) return;
  const attached = async (scope: Scope): Promise<number> => {
    const filters: Record<string, Filter> = { network: { operator: 'is', values: [id] } };
    const sort = { key: 'name', descending: false };
    const visibility = { scope, userId: '', domainId: '' };
    return (await store.read.list({ kind: serverKind, visibility, filters, sort, limit: 1, withCount: true })).count!;
  };
  const direct = (after ?? []).filter(({ actions }) => actions.includes('direct')).map(({ target_project: target }) => target);
  let count = await attached({ type: 'system' });
  for (const projectId of new Set([owner ?? '', ...direct])) count -= await attached({ type: 'project', projectId, domainId: '' });
  if (count > 0) throw new GantryError('state_conflict', { reason: { code: 'network_used_by_others', params: { count } } });
}

/** Refuses to attach servers to a network that the caller may only lead routers out through. Throws validation_failed at the field. */
export function assertDirect(network: NetworkDocument, { scope }: Pick<Visibility, 'scope'>, field: string): void {
  const isForeign = scope.type === 'project' && network.project_id !== scope.projectId;
  if (isForeign && !isGivenDirectly(network, scope.projectId)) throw invalid(field, { code: 'network_routed_only' });
}
