/** Slows down guessing of passwords, and lets nobody lock out by it who has been there before. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import { networkOf } from './address.ts';
import type { SignInStore } from '../port/store/sign-in.ts';
import { createTurns } from '../turns/in-turn.ts';
import { UnderWay } from './under-way.ts';

export interface ThrottleLimits {
  /** Milliseconds that wrong passwords count, from the first of them on. */
  window: number;
  /** Wrong passwords of all strangers to an account together; from then on strangers get 429. */
  perAccount: number;
  /** Wrong passwords for an account from a device that has signed in to it before. */
  perDevice: number;
  /** Wrong passwords of strangers from one network; each further one waits longest for its answer. */
  perNetwork: number;
  /** Milliseconds the answer to the third wrong password waits; doubled with each further one, at most eight times this. */
  delay: number;
}

const THROTTLE: ThrottleLimits = { window: 15 * 60_000, perAccount: 10, perDevice: 20, perNetwork: 100, delay: 250 };

/** Wrong passwords that are answered without delay. */
const FREE_FAILURES = 2;
/** How often the delay doubles. */
const DOUBLINGS = 3;

/** Who tries to sign in: hashes of account and device, and where from. */
export interface SignInTry {
  account: string;
  /** Undefined: it says no mark. */
  device: string | undefined;
  /** Whether there is such an account, as far as that is known. */
  exists: boolean;
  address: string;
  /** Called before the answer to a wrong password is kept back: nothing is done for it any more. */
  late(): void;
  /** Called when this try has taken the last place of the account: strangers are refused from now on. */
  locked(how: { failures: number; seconds: number }): void;
}

/** Whose count a try stands in. */
interface Count {
  key: string;
  limit: number;
}

type Outcome<T> = { signedIn: T } | { wrong: GantryError; place: number };

/** Whoever knows an account's id may begin its count anew. */
export const accountKey = (account: string): string => `account ${account}`;

const isWrong = (error: unknown): error is GantryError => error instanceof GantryError && error.code === 'invalid_credentials';

function refusal(wait: number): GantryError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return new GantryError('too_many_sign_ins', { params: { seconds }, retryAfter: seconds });
}

/**
 * Returns a guard around sign-ins. What is refused (429) is not counted, so the time runs out however often someone knocks.
 *
 * - Strangers share one count per account, wherever they come from: many addresses are no more guesses.
 * - A device that has signed in to the account before has a count of its own: what others do never refuses it, and who has stolen its mark
 *   gets no more guesses than it has places.
 * - A network is slowed and never refused for what came from it: behind a proxy or a company's door stand people who have done nothing.
 * - To look at a password costs much. Known devices, accounts that there are, and names that nobody is known to have each wait in a line of their
 *   own, so that made-up names take nothing from either. What is wrong waits for its answer without a place. A wrong password for an account that
 *   there is stands in the line of made-up names as well before it is answered, so that the time tells nobody which names there are.
 *
 * `atOnce`: sign-ins that the identity engine looks at at the same time.
 */
export function createThrottle(counts: SignInStore, atOnce: number, limits: ThrottleLimits = THROTTLE) {
  const { window, perNetwork, delay } = limits;
  const lines = {
    device: createTurns<string>(atOnce),
    account: createTurns<string>(atOnce),
    none: createTurns<string>(Math.max(1, Math.floor(atOnce / 2))),
  };
  const longest = delay * 2 ** DOUBLINGS;
  const tries = new UnderWay();
  const asks = new UnderWay();
  /** Places given so far to those who are here, by key. */
  const given = new Map<string, number>();
  const here = new UnderWay();

  /**
   * One try on a place of the count. A place that another one holds may be given back: who is refused one tries again as long as anybody held
   * one when it asked, or got one since. A refusal may arrive before the places that were given earlier: what is asked by then is awaited.
   */
  async function attempt<T>({ key, limit }: Count, signIn: () => Promise<T>): Promise<Outcome<T>> {
    for (;;) {
      const [isHeld, before] = [tries.some(key), given.get(key)];
      const answer = await asks.with(key, async () => {
        const taken = await counts.take(key, limit, window);
        if (!('place' in taken)) return taken;
        given.set(key, (given.get(key) ?? 0) + 1);
        return { outcome: tries.with(key, () => tried(key, taken.place, signIn)) };
      });
      if ('outcome' in answer) return answer.outcome;
      await asks.settled(key);
      if (!isHeld && given.get(key) === before) throw refusal(answer.wait);
      await tries.next(key);
    }
  }

  async function tried<T>(key: string, place: number, signIn: () => Promise<T>): Promise<Outcome<T>> {
    try {
      const signedIn = await signIn();
      await counts.giveBack(key);
      return { signedIn };
    } catch (error) {
      if (isWrong(error)) return { wrong: error, place };
      await counts.giveBack(key);
      throw error;
    }
  }

  async function enter<T>(count: Count, signIn: () => Promise<T>): Promise<Outcome<T>> {
    try {
      return await here.with(count.key, () => attempt(count, signIn));
    } finally {
      if (!here.some(count.key)) given.delete(count.key);
    }
  }

  const delayOf = (place: number): number => (place > FREE_FAILURES ? Math.min(delay * 2 ** (place - FREE_FAILURES - 1), longest) : 0);

  async function known<T>({ account, device, late }: SignInTry, signIn: () => Promise<T>): Promise<T> {
    const count = { key: `device ${account} ${device}`, limit: limits.perDevice };
    const outcome = await lines.device(account, () => enter(count, signIn));
    if ('signedIn' in outcome) {
      await counts.forget(count.key);
      return outcome.signedIn;
    }
    late();
    await sleep(delayOf(outcome.place));
    throw outcome.wrong;
  }

  async function stranger<T>({ account, address, locked, late }: SignInTry, exists: boolean, signIn: () => Promise<T>): Promise<T> {
    const network = networkOf(address);
    const count = { key: accountKey(account), limit: limits.perAccount };
    const look = (): Promise<Outcome<T>> => enter(count, signIn);
    const outcome = await (exists ? lines.account(account, look) : lines.none(network, look));
    if ('signedIn' in outcome) return outcome.signedIn;
    if (outcome.place === count.limit) locked({ failures: count.limit, seconds: Math.ceil(window / 1000) });
    late();
    if (exists) await lines.none(network, () => Promise.resolve());
    const ofNetwork = await counts.take(`network ${network}`, perNetwork, window);
    await sleep('wait' in ofNetwork ? longest : delayOf(outcome.place));
    throw outcome.wrong;
  }

  return async function throttled<T>(attempted: SignInTry, signIn: () => Promise<T>): Promise<T> {
    const acquaintance = await counts.acquaintance(attempted.account, attempted.device);
    if (acquaintance === 'device') return known(attempted, signIn);
    return stranger(attempted, attempted.exists || acquaintance === 'account', signIn);
  };
}
