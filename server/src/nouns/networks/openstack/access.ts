/** Who else may use a network: policies of Gantry, and those of the network service. */
import { NETWORK_ACCESS } from '@gantry/contract/nouns/networks/bodies';
import type { CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { askToChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { listRbac, type RbacPolicy } from './client.ts';

type Access = (typeof NETWORK_ACCESS)[number];

/** Servers are attached to what is shared, routers lead out through what is external. */
const ACTIONS: Readonly<Record<Access, string>> = { direct: 'access_as_shared', routed: 'access_as_external' };

/** One target and all that it may do. */
export interface Policy {
  target_project: string;
  actions: Access[];
}

/** The service has a policy for each action; those that mean something else are left out. In one order, so that equal policies are equal. */
export function policiesFrom(listed: readonly RbacPolicy[]): Policy[] {
  const targets = [...new Set(listed.map((policy) => policy.target_tenant))].toSorted();
  return targets.flatMap((target) => {
    const has = (access: Access) => listed.some((one) => one.target_tenant === target && one.action === ACTIONS[access]);
    const actions = NETWORK_ACCESS.filter(has);
    return actions.length === 0 ? [] : [{ target_project: target, actions }];
  });
}

const keyOf = ({ target_tenant: target, action }: Pick<RbacPolicy, 'target_tenant' | 'action'>): string => `${action} ${target}`;

/** A network and whose it is. */
export interface Owned {
  id: string;
  projectId: string | null;
}

/** Adds and removes policies until those named are all there are; doing it twice changes nothing. Returns the id of the last request. */
export async function changeAccess(
  parts: Parts,
  context: CommandContext,
  { id, projectId }: Owned,
  policies: readonly Policy[],
): Promise<string | undefined> {
  const wanted = policies.flatMap(({ target_project: target_tenant, actions }) =>
    actions.map((access) => ({ target_tenant, action: ACTIONS[access] })),
  );
  const listed = await listRbac(parts.api, [id]);
  const have = new Map(listed.map((policy) => [keyOf(policy), policy]));
  const want = new Map(wanted.map((policy) => [keyOf(policy), policy]));
  let requestId: string | undefined;
  for (const [key, policy] of want) {
    if (have.has(key)) continue;
    const rbac_policy = { object_type: 'network', object_id: id, ...policy };
    const change = { service: 'network', method: 'POST', path: '/rbac-policies', body: { rbac_policy } } as const;
    requestId = await askToChange(parts, context, projectId, change);
  }
  const known = new Set(Object.values(ACTIONS));
  for (const [key, policy] of have) {
    if (want.has(key) || !known.has(policy.action)) continue;
    const change = { service: 'network', method: 'DELETE', path: `/rbac-policies/${encodeURIComponent(policy.id)}` } as const;
    requestId = (await ignoreNotFound(askToChange(parts, context, projectId, change))) ?? requestId;
  }
  return requestId;
}
