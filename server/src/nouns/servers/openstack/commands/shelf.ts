import { hasArrived } from '@gantry/contract/nouns/servers/expected';
import type { Engine } from '../../../../port/engine.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { serverAction } from './action.ts';

/** Away from its node, and back. */
export const shelfCommands = (parts: Parts): Engine['commands'] => ({
  /**
   * Whether a shelved server leaves its node at once, after a while or never, the cloud's operators have decided
   * (`shelved_offload_time`); one that is meant to leave at once never rests as SHELVED. So both are the end.
   */
  'server.shelve': serverAction(parts, {
    name: 'shelve',
    body: () => ({ shelve: null }),
    hasArrived: (server) => hasArrived('shelve', server) || (server.status === 'SHELVED' && server.task_state === null),
  }),
  'server.unshelve': serverAction(parts, { name: 'unshelve', body: () => ({ unshelve: null }) }),
});
