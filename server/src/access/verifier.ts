import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from './caller.ts';
import type { Identity } from '../engines/engine.ts';

/** Answers kept at most; the oldest go first. */
const KEPT = 20_000;

const isCode = (error: unknown, code: string): boolean => error instanceof GantryError && error.code === code;

/**
 * Asks the identity engine whether user and right still exist, at most once per caller and `interval` milliseconds.
 * A silent engine changes nothing. `gone` is told of sessions whose user no longer exists.
 */
export function createVerifier(identity: Identity, interval: number, now: () => number, gone: (caller: Caller) => Promise<void>) {
  const answers = new Map<string, { at: number; answer: Promise<void> }>();

  async function ask(caller: Caller): Promise<void> {
    const { principal, scope, role, readOnly } = caller;
    try {
      await identity.check(principal);
      if (scope.type !== 'user' && !(await identity.holds(principal, { scope, role, readOnly }))) throw new GantryError('unauthorized');
    } catch (error) {
      if (isCode(error, 'engine_unavailable')) return;
      throw error;
    }
  }

  /** Throws unauthorized or user_disabled where the right has ended. */
  return async function verify(caller: Caller): Promise<void> {
    const key = `${caller.sessionHash} ${caller.scopeTokenHash ?? ''}`;
    const known = answers.get(key);
    if (known && now() - known.at < interval) return known.answer;
    const answer = ask(caller);
    answers.delete(key);
    answers.set(key, { at: now(), answer });
    if (answers.size > KEPT) answers.delete(answers.keys().next().value ?? key);
    try {
      await answer;
    } catch (error) {
      if (isCode(error, 'unauthorized') && caller.scope.type === 'user') await gone(caller);
      throw error;
    }
  };
}
