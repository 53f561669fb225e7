import type { NounRights } from './rights.ts';

export const nodes: NounRights = {
  calls: { readSystem: ['list', 'read'] },
  owner: 'platform',
};
