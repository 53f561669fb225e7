import type { NounRights } from './rights.ts';

export const volumes: NounRights = {
  calls: { readProject: ['list', 'read'], createInProject: ['create'], changeProject: ['update', 'delete', 'bulkDelete', 'extend'] },
  document: { status: 'available', size: 1, attachments: [] },
};
