import type { NounRights } from './rights.ts';

export const keyPairs: NounRights = {
  calls: { readProject: ['list', 'read'], changeProject: ['create', 'delete', 'bulkDelete'] },
  owner: 'user',
  document: { name: 'matrix', public_key: '', description: null, fingerprint: '', created_at: '2026-01-01T00:00:00.000Z' },
};
