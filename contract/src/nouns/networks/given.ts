import { z } from 'zod';
import { ALL_PROJECTS } from './bodies.ts';

/** What a network says of itself before it is shown to somebody. */
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
  const { shared, rbac_policies: policies } = given.parse(network);
  const isMeant = (target: string): boolean => projectId === undefined || target === projectId || target === ALL_PROJECTS;
  return shared || (policies ?? []).some(({ target_project: target, actions }) => actions.includes('direct') && isMeant(target));
}
