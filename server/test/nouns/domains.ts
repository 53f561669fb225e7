import type { Specimen } from './support/specimen.ts';

export const domains: Specimen = {
  calls: { readDomain: ['list'] },
};
