/**
 * Who sees a row, in one place. A row has names (`rowScopes`), a caller has names (`visibleNames`), and what they have in common decides.
 * Lists keep an entry per row and name, so that SQL asks for the caller's names only (`lists/list.ts`); the change log keeps the names
 * from before and after a change, so that events obey the same rule.
 *
 * - `domain:y`, `project:x`: the row's owner; a row shared with a project has that project's name as well
 * - `user:z`: the row's user, where it belongs to no project (key pairs)
 * - `members:y`: shared with a domain, hence seen by it and by each of its projects, which do not see all the domain owns
 * - `public`: shared with all
 *
 * What is offered and not (yet) accepted is in no list, and no event tells of it; by its id it can be read and used, as image services
 * have it for offered and community images (`reachScopes`).
 */
import type { Owner, Share, Visibility } from '../../port/store/rows.ts';

/** Name of the list entry every row has; only the system scope asks for it. */
export const ALL = 'all';

/** Names of a row in lists and events, in order, each once. Shares that are not accepted make nothing visible there. */
export const rowScopes = (owner: Owner, shares: readonly Share[] = []): string[] =>
  reachScopes(
    owner,
    shares.filter(({ state }) => state === 'accepted'),
  );

/** Names by which a row is found by its id: those of lists, and everyone it is offered to, whatever they said. */
export function reachScopes(owner: Owner, shares: readonly Share[] = []): string[] {
  const names = new Set<string>();
  if (owner.domainId !== null) names.add(`domain:${owner.domainId}`);
  if (owner.projectId !== null) names.add(`project:${owner.projectId}`);
  else if (owner.userId !== null) names.add(`user:${owner.userId}`);
  for (const { target } of shares) names.add(target.startsWith('domain:') ? `members:${target.slice('domain:'.length)}` : target);
  return [...names].sort();
}

/** Names a caller sees rows by; `all` in the system scope. */
export function visibleNames({ scope, userId }: Visibility): 'all' | readonly string[] {
  switch (scope.type) {
    case 'system':
      return 'all';
    case 'domain':
      return [`domain:${scope.domainId}`, `members:${scope.domainId}`, 'public'];
    case 'project':
      return [`project:${scope.projectId}`, `user:${userId}`, `members:${scope.domainId}`, 'public'];
    case 'user':
      return [`user:${userId}`];
  }
}

/** Whether a caller sees a row of these names. */
export const sees = (visible: 'all' | readonly string[], names: readonly string[]): boolean =>
  visible === 'all' || names.some((name) => visible.includes(name));

/**
 * Names of list entries that together hold what a caller sees of a kind. Rows of a kind that is never shared have an owner's name
 * only, hence no more than one entry among these.
 */
export function listScopes(visibility: Visibility, shareable: boolean): readonly string[] {
  const visible = visibleNames(visibility);
  if (visible === 'all') return [ALL];
  return shareable ? visible : visible.filter((name) => !name.startsWith('members:') && name !== 'public');
}
