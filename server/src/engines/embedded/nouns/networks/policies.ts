import { ALL_PROJECTS, type NetworkUpdate } from '@gantry/contract/nouns/networks/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { seen } from '../../platform/seen.ts';
import type { Asked } from '../../platform/kept.ts';

type Policies = NonNullable<NetworkUpdate['rbac_policies']>;

/**
 * Who else may use a network, as it is asked for; one entry for each project. Throws forbidden where somebody who is no administrator of the
 * system gives it to all projects, or to one beyond those that are seen, as far as it has not been given to them `before`.
 */
export async function policiesOf({ platform, writer, context }: Asked<unknown>, asked: Policies, before: Policies): Promise<Policies> {
  const { actor } = context;
  const known = new Set(before.map(({ target_project: target }) => target));
  const added = asked.map(({ target_project: target }) => target).filter((target) => !known.has(target));
  const user = await platform.document(writer, 'user', actor.userId);
  if (user?.role === 'system_admin') {
    const ids = added.filter((target) => target !== ALL_PROJECTS);
    await seen(platform, 'project', ids, { ...actor, scope: { type: 'system' } }, 'rbac_policies.target_project');
  } else {
    if (added.includes(ALL_PROJECTS)) throw new GantryError('forbidden');
    const visibility = { scope: actor.scope, userId: actor.userId, domainId: actor.domainId };
    const found = await platform.store.read.findMany('project', added, visibility);
    if (added.some((id) => found.get(id)?.engine !== platform.id)) throw new GantryError('forbidden');
  }
  return [...Map.groupBy(asked, ({ target_project: target }) => target)].map(([target_project, policies]) => ({
    target_project,
    actions: [...new Set(policies.flatMap(({ actions }) => actions))].toSorted(),
  }));
}
