import type { Specimen } from './support/specimen.ts';

export const nodes: Specimen = {
  calls: {
    readSystem: ['list', 'read'],
    changeSystem: ['join', 'release', 'bulkRelease', 'enterMaintenance', 'leaveMaintenance', 'fence', 'unfence'],
  },
  owner: 'platform',
};
