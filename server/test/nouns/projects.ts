import type { NounRights } from './rights.ts';

export const projects: NounRights = {
  calls: { readDomain: ['list'] },
};
