import type { NounRights } from './rights.ts';

export const domains: NounRights = {
  calls: { readDomain: ['list'] },
};
