import type { NounRights } from './rights.ts';

export const domainProperties: NounRights = {
  calls: {
    everyone: ['all', 'read'],
    signedIn: ['list'],
    readDomain: ['create', 'createKey', 'update', 'delete'],
  },
};
