import type { NounRights } from './rights.ts';

export const images: NounRights = {
  calls: { readProject: ['list', 'read'] },
  document: { visibility: 'private' },
};
