import type { NounRights } from './rights.ts';

export const storagePolicies: NounRights = {
  calls: { readProject: ['list', 'read'] },
};
