import type { NounRights } from './rights.ts';

export const volumeSnapshots: NounRights = {
  calls: { readProject: ['list', 'read'], changeProject: ['create', 'update', 'delete', 'bulkDelete'] },
  document: {
    name: 'matrix',
    description: null,
    status: 'available',
    size: 1,
    volume_id: 'no-volume',
    created_at: '2026-01-01T00:00:00.000Z',
  },
};
