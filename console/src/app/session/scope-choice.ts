import { worksOnDomain, worksOnSystem } from '@gantry/contract/access/holder';
import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import type { Side } from '../base.ts';
import type { SessionUser } from './state.ts';

/** Where to go after sign-in: a project, outside all projects (domain mode, whole cloud), or nowhere. */
export type ScopeChoice = { enter: 'project'; project: AccountProject } | { enter: 'own' } | { enter: 'nothing' };

interface Situation {
  user: SessionUser;
  projects: readonly AccountProject[];
  /** The project that the user was in last, in this browser. */
  storedId: string | null;
  side: Side;
}

/**
 * Decision A10: the stored project if it is still enabled, else the only enabled one, else the first by name; a domain administrator
 * without a stored one begins in domain mode, a system administrator of the administration side with the whole cloud.
 */
export function chooseScope({ user, projects, storedId, side }: Situation): ScopeChoice {
  const enabled = projects.filter((project) => project.enabled).sort((a, b) => a.name.localeCompare(b.name));
  const known = enabled.find((project) => project.id === storedId);
  if (known) return { enter: 'project', project: known };
  const rules = worksOnSystem(user);
  if ((rules && side === 'administration') || (worksOnDomain(user, side) && !rules)) return { enter: 'own' };
  const [first] = enabled;
  if (first) return { enter: 'project', project: first };
  return rules ? { enter: 'own' } : { enter: 'nothing' };
}
