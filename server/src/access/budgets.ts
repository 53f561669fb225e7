/** Who is charged for a request: the user behind a session that has been found to be good, before that the network it comes from. */
import { Account, type AccountLimits, type Work } from './account.ts';
import type { Caller } from './caller.ts';
import { networkOf } from './address.ts';
import { Recent } from './recent.ts';
import { hashOf, isPersonalToken, isToken } from './tokens.ts';
import { createTurns } from '../turns/in-turn.ts';

/** Milliseconds for which an account that nobody uses is kept: by then all its weight is back long since. */
const KEPT = 60_000;
/** Milliseconds for which a session is known to be good that nobody uses. Forgotten, its next request is charged to its network first. */
const KNOWN = 30 * 60_000;
/** Works of reading that run at once, of all together: the store and the event loop end none of them sooner where there are more. */
const READING = 8;
/** The same of large pages. One of them is work for the event loop as it is: several at once end no sooner, and everybody else waits for all. */
const READING_LARGE = 2;
const CONCURRENT_LARGE = 1;
/** What may wait for a cloud waits for seconds, and costs little meanwhile. */
const ACTING = 16;
const WAITING = 256;
/** Sign-ins and first requests of everybody behind one address. Sign-ins wait in lines of their own, known devices first: all are let in there. */
const CONCURRENT_OF_NETWORK = { read: 16, readLarge: CONCURRENT_LARGE, act: WAITING } as const;

const isOurs = (text: string | undefined): text is string => isToken(text) || isPersonalToken(text);

export interface BudgetLimits {
  /** Weight of requests that a user has each second. */
  userPerSecond: number;
  /** The same of a network, for requests without a valid session. */
  networkPerSecond: number;
  /** Lists and reads of one user that are worked on at the same time. */
  concurrentReads: number;
}

/** The budgets of this process, in memory. `now`: milliseconds of a clock that never runs backwards. */
export function createBudgets(limits: BudgetLimits, now: () => number = () => performance.now()) {
  const ofUser: AccountLimits = {
    perSecond: limits.userPerSecond,
    concurrent: { read: limits.concurrentReads, readLarge: CONCURRENT_LARGE, act: ACTING },
    waiting: WAITING,
  };
  const ofNetwork: AccountLimits = { perSecond: limits.networkPerSecond, concurrent: CONCURRENT_OF_NETWORK, waiting: WAITING };
  const users = new Recent<Account>(KEPT, now);
  const networks = new Recent<Account>(KEPT, now);
  const sessions = new Recent<string>(KNOWN, now);
  const signers = new Recent<Account>(KNOWN, now);
  const turns = { read: createTurns(READING), readLarge: createTurns(READING_LARGE) };

  function open(accounts: Recent<Account>, key: string, accountLimits: AccountLimits): Account {
    let account = accounts.get(key);
    if (!account) accounts.set(key, (account = new Account(accountLimits, now)));
    return account;
  }

  return {
    /** Does work when the account's turn has come; acting is never made to wait. */
    inTurn<T>(account: Account, work: Work, does: () => Promise<T>): Promise<T> {
      return work === 'act' ? does() : turns[work](account, does);
    },
    network: (address: string): Account => open(networks, networkOf(address), ofNetwork),
    /** Of the user whose session, or personal token, this is known to be; undefined while nobody has found that out. */
    user(presented: string | undefined): Account | undefined {
      if (!isOurs(presented)) return undefined;
      const user = sessions.get(hashOf(presented));
      return user === undefined ? undefined : open(users, user, ofUser);
    },
    /** Of whoever has shown that a key is theirs; `id` is another text for each, and no user's. */
    holder: (id: string): Account => open(users, id, ofUser),
    /**
     * Of who claims a key, until the signature has been looked at: those who say so of a key that has signed from there before have a budget of
     * their own, all others that of their network.
     */
    claimant: (address: string, key: string | undefined): Account =>
      (key === undefined ? undefined : signers.get(`${networkOf(address)} ${key}`)) ?? open(networks, networkOf(address), ofNetwork),
    /** The key has signed from there. */
    knowSigner: (address: string, key: string): void => void open(signers, `${networkOf(address)} ${key}`, ofUser),
    /** The session has been found to be good: from here on its user is charged. */
    know({ sessionHash, principal }: Pick<Caller, 'sessionHash' | 'principal'>): Account {
      sessions.set(sessionHash, principal.userId);
      return open(users, principal.userId, ofUser);
    },
    /** The session, or token, has ended. */
    forget(presented: string | undefined): void {
      if (isOurs(presented)) sessions.delete(hashOf(presented));
    },
  };
}
export type Budgets = ReturnType<typeof createBudgets>;
