import { randomUUID } from 'node:crypto';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

/** A key that is there. */
const there = async ({ app, domain: domainId }: Stage) => {
  const key = randomUUID();
  await app.store.transaction(({ properties }) => properties.insert({ domainId, key, value: 1, access: 'pub' }));
  return { ids: { propertyKey: key } };
};

export const domainProperties: Specimen = {
  fuzz: { rare: ['read', 'update'] },
  calls: {
    everyone: ['all', 'read'],
    signedIn: ['list'],
    readDomain: ['create', 'createKey', 'update', 'delete'],
  },
  asked: {
    create: { body: () => ({ key: randomUUID(), data: 1, access: 'pub' }) },
    createKey: { ready: () => ({ ids: { propertyKey: randomUUID() }, body: { data: 1, access: 'pub' } }) },
    read: { ready: there },
    update: { ready: there, body: () => ({ data: 2, access: 'auth' }) },
    delete: { ready: there },
  },
};
