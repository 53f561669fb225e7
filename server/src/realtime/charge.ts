/** Charges logins of sockets to the budgets that requests are charged to. */
import type { Account } from '../access/account.ts';
import type { Budgets } from '../access/budgets.ts';
import type { Caller } from '../access/caller.ts';
import { onBehalfOf } from '../turns/owner.ts';

/** What a login takes, and each chunk of what it missed: as much as a page of as many rows. */
const LOGIN = 1;
const CHUNK = 6;

/** What a socket is charged to: its network's budget until its caller is known. */
export interface Charge {
  /** The caller is known: what was charged to the network is that user's. Throws too_many_requests. */
  caller(caller: Caller): void;
  /** Does one chunk of reading what was missed, in turn with all who read; throws too_many_requests where the budget is used up. */
  chunk<T>(work: () => Promise<T>): Promise<T>;
}

/** Takes the weight of a login. `sessionId`: what the socket presents. Throws too_many_requests. */
export function chargeLogin(budgets: Budgets, sessionId: string | undefined, address: string, signal: AbortSignal): Charge {
  let account: Account = budgets.user(sessionId) ?? budgets.network(address);
  account.spend(LOGIN);
  return {
    caller(caller) {
      const own = budgets.know(caller);
      if (own === account) return;
      account.refund(LOGIN);
      account = own;
      account.spend(LOGIN);
    },
    async chunk(work) {
      account.spend(CHUNK);
      const leave = await account.enter('readLarge', signal);
      try {
        return await onBehalfOf(account, () => budgets.inTurn(account, 'readLarge', work));
      } finally {
        leave();
      }
    },
  };
}
