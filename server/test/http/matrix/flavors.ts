import type { NounRights } from './rights.ts';

export const flavors: NounRights = {
  calls: { readProject: ['list', 'read'] },
  document: { is_public: false },
};
