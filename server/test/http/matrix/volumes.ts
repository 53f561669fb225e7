import type { NounRights } from './rights.ts';

export const volumes: NounRights = {
  calls: { readProject: ['list', 'read'] },
  document: { status: 'available', attachments: [] },
};
