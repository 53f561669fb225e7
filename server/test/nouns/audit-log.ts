import type { Specimen } from './support/specimen.ts';

export const auditLog: Specimen = {
  // Texts of which few are a filter's.
  fuzz: { byChance: ['list'] },
  calls: { readSystem: ['list', 'activities'] },
};
