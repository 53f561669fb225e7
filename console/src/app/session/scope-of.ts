import { isDomainAdmin, isSystemAdmin } from '@gantry/contract/access/holder';
import type { ConsoleScope } from '../scope.ts';
import type { SessionData } from './state.ts';

/** No project selected, the user is a domain administrator and has a domain (S0 §6). */
export const isDomainMode = ({ currentUser, currentProject }: Pick<SessionData, 'currentUser' | 'currentProject'>): boolean =>
  currentProject === null && currentUser !== null && isDomainAdmin(currentUser) && currentUser.domain_id !== '';

/** The scope that reads and commands are in. System administrators outside a project have the whole cloud. */
export function scopeOf(session: Pick<SessionData, 'currentUser' | 'currentProject'>): ConsoleScope {
  const { currentUser, currentProject } = session;
  if (!currentUser) return { type: 'user' };
  if (currentProject) return { type: 'project', id: currentProject.id };
  if (isSystemAdmin(currentUser)) return { type: 'system' };
  return isDomainMode(session) ? { type: 'domain', id: currentUser.domain_id } : { type: 'user' };
}
