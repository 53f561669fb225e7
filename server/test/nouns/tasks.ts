import type { Specimen } from './support/specimen.ts';

export const tasks: Specimen = {
  calls: { readProject: ['list', 'read'], changeProject: ['cancel'] },
};
