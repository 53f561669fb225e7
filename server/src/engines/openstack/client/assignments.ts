/** Roles that users and groups hold, as Keystone lists them. */
import { z } from 'zod';
import type { Api } from './api.ts';
import { manyOf } from './items.ts';
import { askSome } from './some.ts';

const named = z.object({ id: z.string() });
const scope = z.object({
  project: named.optional(),
  domain: named.optional(),
  system: z.object({ all: z.boolean() }).optional(),
});
const place = { role: named, scope };

const assignment = z.object({
  ...place,
  user: named,
  /** `membership`: the address of the place in a group by which the user has it; `prior_role`: that of the role which implies this one. */
  links: z.object({ membership: z.string().optional(), prior_role: z.string().optional() }).optional(),
});
/** A role that a user holds somewhere, groups and inheritance resolved. */
export type Assignment = z.infer<typeof assignment>;
/** A role and where it is held, whoever holds it. */
export type Placed = Pick<Assignment, 'role' | 'scope'>;

const INHERITED = 'OS-INHERIT:inherited_to';
const direct = z.object({
  role: named,
  scope: scope.extend({ [INHERITED]: z.string().optional() }),
  user: named.optional(),
  group: named.optional(),
});
/** A role as it was given: to a user or to a group, and no other for its sake. */
export type DirectAssignment = z.infer<typeof direct>;

/**
 * System-wide roles are listed only on demand and, depending on the release, together with the others or alone: both are requested, and
 * doubles do no harm.
 */
async function both<T>(query: Query, ask: (query: Query) => Promise<T[]>): Promise<T[]> {
  return (await Promise.all([ask(query), ask({ ...query, 'scope.system': 'all' })])).flat();
}

type Query = Readonly<Record<string, string>>;

/** Roles as far as they can be read: one that cannot gives nothing to anybody. */
const readable =
  <S extends z.ZodType>(api: Api, item: S) =>
  async (query: Query): Promise<z.output<S>[]> =>
    (await askSome(api, 'identity', { path: '/role_assignments', query, many: 'role_assignments', item })).items;

/** What a user holds, or, without user, what everyone holds. */
export const listAssignments = (api: Api, userId?: string): Promise<Assignment[]> =>
  both({ effective: 'true', ...(userId !== undefined && { 'user.id': userId }) }, readable(api, assignment));

/** What everyone holds in a project. */
export const listAssignmentsIn = (api: Api, projectId: string): Promise<Assignment[]> =>
  readable(api, assignment)({ effective: 'true', 'scope.project.id': projectId });

/** Who is given roles: one user, one group, or all. */
export type Holder = { user: string } | { group: string };

/** What is only handed down to a domain's projects is nothing on the domain. */
const isHere = ({ scope: { [INHERITED]: inherited } }: DirectAssignment): boolean => inherited === undefined;

const queryOf = (holder: Holder): Query => ('user' in holder ? { 'user.id': holder.user } : { 'group.id': holder.group });

/** What was given to one, or to all. */
export const listGiven = async (api: Api, holder?: Holder): Promise<DirectAssignment[]> =>
  (await both(holder === undefined ? {} : queryOf(holder), readable(api, direct))).filter(isHere);

/** All that was given to one, for what takes some of it away: throws where a role cannot be read, for it would stay unseen. */
export async function listAllGiven(api: Api, holder: Holder): Promise<DirectAssignment[]> {
  const answer = z.object({ role_assignments: manyOf(direct) });
  const ask = async (query: Query) => (await api.ask('identity', { path: '/role_assignments', query, answer })).body.role_assignments;
  return (await both(queryOf(holder), ask)).filter(isHere);
}
