import { nouns } from '@gantry/contract';
import { GantryError } from '@gantry/contract/wire/errors';
import { visibilityOf } from '../../access/visibility.ts';
import { signedIn } from '../call-request.ts';
import type { HttpOptions } from '../port.ts';
import { handle, type Handler } from './handler.ts';

const { calls } = nouns.users;

export function userHandlers({ access, store }: Pick<HttpOptions, 'access' | 'store'>): Handler[] {
  return [
    handle(calls.unlock, async (request) => {
      const { domainId, userId } = request.params;
      const user = await store.read.find('user', userId, visibilityOf(signedIn(request), calls.unlock.permission));
      const { domain_id: domain, name: username } = user?.document ?? {};
      if (typeof username !== 'string' || domain !== domainId) throw new GantryError('not_found');
      await access.unlock({ domain: domainId, username });
      return null;
    }),
  ];
}
