/** Whether somebody is still in: a user who is disabled or gone, or whose domain or project is disabled, signs nothing at the object store either. */
import type { Reader } from '../store/port/reader.ts';
import { EVERYTHING } from '../store/visibility/visibility.ts';
import type { Account } from './account-records.ts';

type Whose = Pick<Account, 'userId' | 'domainId' | 'projectId'>;

/** By what the store knows of the user, who has to be there, and of domain and project. */
export const standing =
  (read: Pick<Reader, 'find'>) =>
  async ({ userId, domainId, projectId }: Whose): Promise<boolean> => {
    const [user, domain, project] = await Promise.all([
      read.find('user', userId, EVERYTHING),
      read.find('domain', domainId, EVERYTHING),
      typeof projectId === 'string' ? read.find('project', projectId, EVERYTHING) : undefined,
    ]);
    return user?.document.enabled === true && [domain, project].every((row) => row?.document['enabled'] !== false);
  };
