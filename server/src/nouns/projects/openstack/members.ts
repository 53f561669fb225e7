/** Who holds roles in projects, as Keystone tells it. */
import { PROJECT_MEMBERS_MAX, type OtherMember } from '@gantry/contract/nouns/projects/members';
import type { Assignment } from '../../../engines/openstack/client/assignments.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { getUser } from '../../../engines/openstack/client/keystone.ts';
import type { MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';

/** What users hold in one project themselves, by user. */
export type Holders = ReadonlyMap<string, readonly Assignment[]>;

/** What users hold in projects themselves, not by groups, by project. */
export function holdersByProject(assignments: readonly Assignment[]): ReadonlyMap<string, Holders> {
  const own = assignments.filter(({ scope, links }) => scope.project !== undefined && links?.membership === undefined);
  const byProject = Map.groupBy(own, ({ scope }) => scope.project!.id);
  return new Map([...byProject].map(([id, held]) => [id, Map.groupBy(held, ({ user }) => user.id)]));
}

/** What it takes to say who a holder is. */
export interface Known {
  /** Domains of users by user; of whom it is not there the cloud lists nobody. */
  domains: ReadonlyMap<string, string>;
  /** Names of roles by id. */
  names: ReadonlyMap<string, string>;
  /** Names of the roles that mean something in a project. */
  meaningful: ReadonlySet<string>;
}

/** Holders that no list of the users of the project's domain has: of other domains, unlisted ones, and those with roles of the cloud's own. */
export function otherMembers(holders: Holders, domainId: string, { domains, names, meaningful }: Known): OtherMember[] {
  const nameOf = ({ role }: Assignment): string => names.get(role.id) ?? role.id;
  const others = [...holders].flatMap(([userId, held]): OtherMember[] => {
    const domain = domains.get(userId);
    if (domain === domainId && held.some((one) => meaningful.has(nameOf(one)))) return [];
    const from = domain === undefined ? 'unlisted' : domain === domainId ? 'domain' : 'other_domain';
    const given = held.filter(({ links }) => links?.prior_role === undefined);
    return [{ user_id: userId, from, cloud_roles: [...new Set(given.map(nameOf))].toSorted() }];
  });
  return others.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)).slice(0, PROJECT_MEMBERS_MAX);
}

/** Domains of some users: as they are mirrored; who is not yet is asked for. */
export async function domainsOf(
  { store, api }: Pick<MirrorContext, 'store' | 'api'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await store.read.findMany('user', ids, EVERYTHING);
  const domains = new Map([...rows].flatMap(([id, { domainId }]) => (domainId === null ? [] : [[id, domainId] as const])));
  for (const id of ids) {
    if (domains.has(id)) continue;
    const user = await ignoreNotFound(getUser(api, id));
    if (user) domains.set(id, user.domain_id);
  }
  return domains;
}
