import type { NounRights } from './rights.ts';

export const networks: NounRights = {
  calls: { readProject: ['list', 'read'] },
  document: { shared: false },
};
