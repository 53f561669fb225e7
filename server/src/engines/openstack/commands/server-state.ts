import type { ChangePassword, ResetState } from '@gantry/contract/nouns/servers/bodies';
import type { Engine } from '../../engine.ts';
import type { Parts } from './parts.ts';
import { instantAction, serverAction } from './server-action.ts';

/** What the compute service notes about a server, and what it tells the guest. */
export const stateCommands = (parts: Parts): Engine['commands'] => ({
  'server.lock': instantAction(parts, { body: () => ({ lock: null }) }),
  'server.unlock': instantAction(parts, { body: () => ({ unlock: null }) }),
  'server.resetState': instantAction<ResetState>(parts, { body: ({ state }) => ({ 'os-resetState': { state } }) }),
  'server.changePassword': serverAction<ChangePassword>(parts, {
    name: 'changePassword',
    body: ({ password }) => ({ changePassword: { adminPass: password } }),
    hasArrived: ({ status, task_state: taskState }) => status === 'ACTIVE' && taskState === null,
    toldByHistory: true,
  }),
});
