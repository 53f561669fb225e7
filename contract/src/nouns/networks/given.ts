import { z } from 'zod';
import { ALL_PROJECTS } from './bodies.ts';

/** What of a network says to whom it is given. */
const given = z.object({
  shared: z.boolean(),
  rbac_policies: z.array(z.object({ target_project: z.string(), actions: z.array(z.string()) })).nullable(),
});

/**
 * Whether servers of a project that a network does not belong to may be attached to it: it is given to that one directly, or to all of them.
 * @param projectId undefined: of any project
 */
export function isGivenDirectly(network: object, projectId: string | undefined): boolean {
  const { data } = given.safeParse(network);
  // To whom one is given that does not say so cannot be told: to nobody.
  if (!data) return false;
  const { shared, rbac_policies: policies } = data;
  const isMeant = (target: string): boolean => projectId === undefined || target === projectId || target === ALL_PROJECTS;
  return shared || (policies ?? []).some(({ target_project: target, actions }) => actions.includes('direct') && isMeant(target));
}
