import type { Specimen } from './support/specimen.ts';

export const projects: Specimen = {
  calls: { readDomain: ['list'] },
};
