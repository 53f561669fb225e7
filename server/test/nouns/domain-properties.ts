import type { Specimen } from './support/specimen.ts';

export const domainProperties: Specimen = {
  calls: {
    everyone: ['all', 'read'],
    signedIn: ['list'],
    readDomain: ['create', 'createKey', 'update', 'delete'],
  },
};
