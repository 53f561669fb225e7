import type { NounRights } from './rights.ts';

export const volumes: NounRights = {
  calls: { readProject: ['list', 'read'], changeProject: ['extend'] },
  document: { status: 'available', size: 1, attachments: [] },
};
