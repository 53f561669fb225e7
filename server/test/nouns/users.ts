import type { NounRights } from './rights.ts';

export const users: NounRights = {
  calls: { readDomain: ['list', 'unlock'] },
};
