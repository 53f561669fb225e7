import type { Specimen } from './support/specimen.ts';

/** One of those that have servers from the beginning. */
const AT_WORK = { id: 'node-003' };

export const nodes: Specimen = {
  // Without nodes that take servers little else is accepted; few machines may join, and nodes without servers are seldom. What goes on at a
  // node that is down waits until it is back, so that tasks would not end.
  fuzz: {
    rare: ['leaveMaintenance', 'unfence'],
    byChance: ['join', 'release', 'bulkRelease', 'leaveMaintenance', 'unfence'],
    never: ['fence'],
  },
  calls: {
    readSystem: ['list', 'read'],
    changeSystem: ['join', 'release', 'bulkRelease', 'enterMaintenance', 'leaveMaintenance', 'fence', 'unfence'],
  },
  asked: {
    enterMaintenance: { ready: () => AT_WORK },
    leaveMaintenance: { ready: () => AT_WORK },
    fence: { ready: () => AT_WORK },
    unfence: { ready: () => AT_WORK },
    join: { body: ({ machine }) => [{ node_id: machine, roles: ['compute'] }] },
    // Each has servers.
    release: { refused: true },
    bulkRelease: { refused: true },
  },
  owner: 'platform',
};
