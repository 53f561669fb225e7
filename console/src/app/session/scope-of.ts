import { isDomainAdmin, isSystemAdmin, worksOnDomain, worksOnSystem } from '@gantry/contract/access/holder';
import type { CurrentUser } from '@gantry/contract/nouns/session/entity';
import { side } from '../base.ts';
import type { ConsoleScope } from '../scope.ts';

/** Who works where, as far as the scope follows from it. */
interface Standing {
  currentUser: Pick<CurrentUser, 'roles' | 'is_superuser' | 'permissions' | 'domain_id'> | null;
  currentProject: { id: string } | null;
}

/** No project selected, the user is a domain administrator and has a domain (S0 §6). */
export const isDomainMode = ({ currentUser, currentProject }: Standing): boolean =>
  currentProject === null && currentUser !== null && isDomainAdmin(currentUser) && currentUser.domain_id !== '';

/** The scope that reads and commands are in. System administrators outside a project have the whole cloud. */
export function scopeOf(session: Standing): ConsoleScope {
  const { currentUser, currentProject } = session;
  if (!currentUser) return { type: 'user' };
  if (currentProject) return { type: 'project', id: currentProject.id };
  if (worksOnSystem(currentUser)) return { type: 'system' };
  const { domain_id: id } = currentUser;
  return worksOnDomain(currentUser, side()) && id !== '' ? { type: 'domain', id } : { type: 'user' };
}

/** What belongs to a project is made in one that is chosen for it: by administrators of the system, outside of all projects. */
export const choosesProject = (session: Standing): boolean =>
  session.currentUser !== null && isSystemAdmin(session.currentUser) && scopeOf(session).type === 'system';
