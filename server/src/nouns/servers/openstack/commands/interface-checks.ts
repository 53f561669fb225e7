/** What is asked of interfaces, looked at before the cloud is: who sees it, and whether it fits the network. */
import type { InterfaceWanted } from '@gantry/contract/nouns/servers/interfaces';
import { isGivenDirectly } from '@gantry/contract/nouns/networks/given';
import { securityGroupKind } from '@gantry/contract/nouns/security-groups/entity';
import type { CodedText } from '@gantry/contract/wire/errors';
import { hostProblem } from '@gantry/contract/validation/cidr';
import type { Filter } from '@gantry/contract/wire/query';
import type { Row, Visibility } from '../../../../port/store/rows.ts';
import type { Store } from '../../../../port/store/store.ts';
import { EVERYTHING } from '../../../../store/visibility/visibility.ts';

/** Problems by their fields. */
export type Problems = Record<string, CodedText[]>;

interface Checked {
  wanted: Pick<InterfaceWanted, 'fixed_ips' | 'security_group_ids'>;
  network: Row;
  projectId: string | null;
  /** Where in the request's body it stands: `interfaces.0.`, or nothing. */
  at: string;
  /** The network is one of those that are only named. */
  plain?: boolean;
}

/** What is wrong with an interface's addresses and groups. The compute service answers some of it as a fault of its own. */
export async function interfaceProblems(
  store: Store,
  visibility: Visibility,
  { wanted, network, projectId, at, plain = false }: Checked,
): Promise<Problems> {
  const problems: Problems = {};
  const subnets = network.document['subnets'] as readonly { cidr: string; gateway_ip: string | null }[];
  for (const [index, ip] of (wanted.fixed_ips ?? []).entries()) {
    const code = hostProblem(subnets, ip);
    if (code) problems[`${at}fixed_ips.${index}`] = [{ code }];
  }
  // The network service says of it only that there is no such network.
  const isForeign = projectId !== null && network.projectId !== projectId && visibility.scope.type === 'project';
  if (isForeign && !isGivenDirectly(network.document, projectId))
    problems[at === '' && plain ? 'network_ids' : `${at}network_id`] = [{ code: 'network_routed_only' }];
  const { security_group_ids: ids = [] } = wanted;
  const groups = await store.read.findMany('security_group', ids, visibility);
  const isOwn = (id: string): boolean => groups.get(id)?.projectId === projectId && projectId !== null;
  if (!ids.every(isOwn)) problems[`${at}security_group_ids`] = [{ code: 'unknown_id' }];
  else if (ids.length > 0 && network.document['ipam_enabled'] !== true)
    problems[`${at}security_group_ids`] = [{ code: 'groups_unmanaged' }];
  return problems;
}

/** Id of the group that a project's interfaces have where nothing else is said; undefined where it is not known. */
export async function defaultGroupOf(store: Store, projectId: string): Promise<string | undefined> {
  const is = (value: string): Filter => ({ operator: 'is', values: [value] });
  const filters = { project_id: is(projectId), name: is('default') };
  const sort = { key: 'name', descending: false };
  const { rows } = await store.read.list({ kind: securityGroupKind, visibility: EVERYTHING, filters, sort, limit: 1 });
  return rows[0]?.id;
}
