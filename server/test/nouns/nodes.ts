import type { Specimen } from './support/specimen.ts';

export const nodes: Specimen = {
  calls: { readSystem: ['list', 'read'] },
  owner: 'platform',
};
