/** Roles that users and groups hold, as Keystone lists them. */
import { z } from 'zod';
import type { Api } from './api.ts';
import { manyOf } from './items.ts';

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
async function both<S extends z.ZodType>(api: Api, item: S, query: Readonly<Record<string, string>>): Promise<z.output<S>[]> {
  const ask = async (system: boolean) => {
    const answer = await api.ask('identity', {
      path: '/role_assignments',
      query: { ...query, ...(system && { 'scope.system': 'all' }) },
      answer: z.object({ role_assignments: manyOf(item) }),
    });
    return answer.body.role_assignments;
  };
  return (await Promise.all([ask(false), ask(true)])).flat();
}

/** What a user holds, or, without user, what everyone holds. */
export const listAssignments = (api: Api, userId?: string): Promise<Assignment[]> =>
  both(api, assignment, { effective: 'true', ...(userId !== undefined && { 'user.id': userId }) });

/** What everyone holds in a project. */
export async function listAssignmentsIn(api: Api, projectId: string): Promise<Assignment[]> {
  const { body } = await api.ask('identity', {
    path: '/role_assignments',
    query: { effective: 'true', 'scope.project.id': projectId },
    answer: z.object({ role_assignments: manyOf(assignment) }),
  });
  return body.role_assignments;
}

/** Who is given roles: one user, one group, or all. */
export type Holder = { user: string } | { group: string };

/** What was given to one, or to all; what is only handed down to a domain's projects is nothing on the domain. */
export async function listGiven(api: Api, holder?: Holder): Promise<DirectAssignment[]> {
  const query = holder === undefined ? {} : 'user' in holder ? { 'user.id': holder.user } : { 'group.id': holder.group };
  const given: DirectAssignment[] = await both(api, direct, query);
  return given.filter(({ scope: { [INHERITED]: inherited } }) => inherited === undefined);
}
