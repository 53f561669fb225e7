/** Slows down guessing of passwords without ever locking the right user out for good. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import type { SessionStore } from '../store/port.ts';

export interface ThrottleLimits {
  /** Milliseconds that a failure counts. */
  window: number;
  /** Failures of one user from one address before 429. */
  perUser: number;
  /** Failures from one address before 429. */
  perAddress: number;
  /** Sign-ins of one address under way at the same time. */
  atOnce: number;
  /** Milliseconds the answer to the third failure waits; doubled with each further one, at most eight times this. */
  delay: number;
}

const THROTTLE: ThrottleLimits = { window: 5 * 60_000, perUser: 10, perAddress: 100, atOnce: 20, delay: 250 };

/** Failures of one user from one address that are answered without delay. */
const FREE_FAILURES = 2;

type Counters = Pick<SessionStore, 'countFailure' | 'failures' | 'clearFailures'>;

/**
 * Returns a guard around sign-ins. Refused tries (429) are not counted, so the window runs out however often someone knocks.
 * Each try takes its place in the user's count before the password is looked at: parallel guesses get no more than serial ones.
 */
export function createThrottle(counters: Counters, limits: ThrottleLimits = THROTTLE) {
  const underWay = new Map<string, number>();
  const wrong = (error: unknown): boolean => error instanceof GantryError && error.code === 'invalid_credentials';

  async function guarded<T>(userKey: string, addressKey: string, signIn: () => Promise<T>): Promise<T> {
    const [ofUser, ofAddress] = await Promise.all([
      counters.failures(userKey, limits.window),
      counters.failures(addressKey, limits.window),
    ]);
    if (ofUser >= limits.perUser || ofAddress >= limits.perAddress) throw new GantryError('too_many_requests');
    const tries = await counters.countFailure(userKey, limits.window);
    if (tries > limits.perUser) throw new GantryError('too_many_requests');
    try {
      const result = await signIn();
      await counters.clearFailures(userKey);
      return result;
    } catch (error) {
      if (!wrong(error)) {
        await counters.clearFailures(userKey);
        throw error;
      }
      await counters.countFailure(addressKey, limits.window);
      if (tries > FREE_FAILURES) await sleep(limits.delay * 2 ** Math.min(tries - FREE_FAILURES - 1, 3));
      throw error;
    }
  }

  /** `account`: domain and name as typed, in any case. */
  return async function throttled<T>(account: string, address: string, signIn: () => Promise<T>): Promise<T> {
    const waiting = underWay.get(address) ?? 0;
    if (waiting >= limits.atOnce) throw new GantryError('too_many_requests');
    underWay.set(address, waiting + 1);
    try {
      return await guarded(`user ${account.toLowerCase()} ${address}`, `address ${address}`, signIn);
    } finally {
      const left = (underWay.get(address) ?? 1) - 1;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
    }
  };
}
