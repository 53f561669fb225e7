import { randomUUID } from 'node:crypto';
import type { Specimen } from './support/specimen.ts';

export const domainProperties: Specimen = {
  calls: {
    everyone: ['all', 'read'],
    signedIn: ['list'],
    readDomain: ['create', 'createKey', 'update', 'delete'],
  },
  asked: {
    create: { body: () => ({ key: randomUUID(), data: 1, access: 'pub' }) },
    createKey: { body: () => ({ data: 1, access: 'pub' }) },
    update: { body: () => ({ data: 2, access: 'auth' }) },
  },
};
