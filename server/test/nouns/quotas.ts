import type { NounRights } from './rights.ts';

export const quotas: NounRights = {
  calls: { readProject: ['read'] },
};
