import type { Specimen } from './support/specimen.ts';

export const users: Specimen = {
  calls: { readDomain: ['list', 'unlock'] },
};
