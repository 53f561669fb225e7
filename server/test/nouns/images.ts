import type { Specimen } from './support/specimen.ts';

export const images: Specimen = {
  calls: { readProject: ['list', 'read'] },
  document: { visibility: 'private' },
};
