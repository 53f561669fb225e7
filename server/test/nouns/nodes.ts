import type { Specimen } from './support/specimen.ts';

export const nodes: Specimen = {
  calls: {
    readSystem: ['list', 'read'],
    changeSystem: ['join', 'release', 'bulkRelease', 'enterMaintenance', 'leaveMaintenance', 'fence', 'unfence'],
  },
  asked: {
    join: { body: ({ machine }) => [{ node_id: machine, roles: ['compute'] }] },
    // Each has servers.
    release: { refused: true },
    bulkRelease: { refused: true },
  },
  owner: 'platform',
};
