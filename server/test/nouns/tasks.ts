import type { NounRights } from './rights.ts';

export const tasks: NounRights = {
  calls: { readProject: ['list', 'read'] },
};
