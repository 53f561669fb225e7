import type { Specimen } from './support/specimen.ts';

export const quotas: Specimen = {
  calls: { readProject: ['read'], readDomain: ['update'] },
};
