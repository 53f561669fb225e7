import type { ChangePassword, ResetState } from '@gantry/contract/nouns/servers/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, Engine } from '../../../../port/engine.ts';
import { ServiceError } from '../../../../engines/openstack/client/errors.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { instantAction, serverAction } from './action.ts';

/** The compute service refuses who may unlock but not what an administrator has locked, and says so by the name of its rule. */
const unlock = (command: Command): Command => ({
  ...command,
  accept: (...question) =>
    command.accept(...question).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || !OVERRIDE.test(error.detail ?? '')) throw error;
      const { requestId, cause } = error;
      throw new GantryError('state_conflict', { reason: { code: 'server_locked_by_admin' }, ...(requestId && { requestId }), cause });
    }),
});
const OVERRIDE = /unlock_override/;

/** What the compute service notes about a server, and what it tells the guest. */
export const stateCommands = (parts: Parts): Engine['commands'] => ({
  'server.lock': instantAction(parts, { body: () => ({ lock: null }) }),
  'server.unlock': unlock(instantAction(parts, { body: () => ({ unlock: null }) })),
  'server.resetState': instantAction<ResetState>(parts, { body: ({ state }) => ({ 'os-resetState': { state } }) }),
  'server.changePassword': serverAction<ChangePassword>(parts, {
    name: 'changePassword',
    body: ({ password }) => ({ changePassword: { adminPass: password } }),
    hasArrived: ({ status, task_state: taskState }) => status === 'ACTIVE' && taskState === null,
    endsInHistory: true,
  }),
});
