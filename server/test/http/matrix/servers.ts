import type { NounRights } from './rights.ts';

export const servers: NounRights = {
  calls: {
    readProject: ['list', 'read', 'events', 'log'],
    createInProject: ['create'],
    changeProject: ['update', 'delete', 'start', 'stop', 'reboot', 'bulkStop', 'bulkDelete'],
  },
  document: { status: 'ACTIVE', task_state: null, volumes: [], networks: [] },
};
