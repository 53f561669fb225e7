import type { Specimen } from './support/specimen.ts';

export const securityGroups: Specimen = {
  calls: { readProject: ['list', 'read'] },
};
