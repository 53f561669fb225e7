import type { Specimen } from './support/specimen.ts';

export const auditLog: Specimen = { calls: { readSystem: ['list', 'activities'] } };
