import type { Specimen } from './support/specimen.ts';

export const storageClusters: Specimen = {
  calls: { readSystem: ['list', 'capacity'] },
  owner: 'platform',
};
