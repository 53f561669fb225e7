import { nouns } from '@gantry/contract';
import type { Documents } from '../../port/store/rows.ts';
import { isWithinReach } from '@gantry/contract/nouns/users/rules';
import type { Call } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { visibilityOf } from '../../access/visibility.ts';
import { signedIn, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { signOutFromCloud } from '../../calls/sign-out-from-cloud.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.users;

export function userHandlers({ access, store, log }: Pick<CallOptions, 'access' | 'store' | 'log'>): Handler[] {
  /** The user that a request names. Throws not_found, and state_conflict where the rights of that one reach further than the caller's. */
  async function reached(request: CallRequest, call: Call): Promise<Documents['user']> {
    const { domainId, userId } = request.params as { domainId: string; userId: string };
    const caller = signedIn(request);
    const row = await store.read.find('user', userId, visibilityOf(caller, call.permission));
    const user = row?.document;
    if (user?.domain_id !== domainId) throw new GantryError('not_found');
    assertAllowed(isWithinReach(user, { system: caller.scope.type === 'system' }));
    return user;
  }
  return [
    handle(calls.unlock, async (request) => {
      const { name } = await reached(request, calls.unlock);
      await access.unlock({ domain: request.params.domainId, username: name });
      return null;
    }),
    handle(calls.endSessions, async (request) => {
      await reached(request, calls.endSessions);
      await signOutFromCloud(await access.endAllOf(request.params.userId), request.requestId, { access, log });
      return null;
    }),
  ];
}
