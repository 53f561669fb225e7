import type { NounRights } from './rights.ts';

export const securityGroups: NounRights = {
  calls: { readProject: ['list', 'read'] },
};
