import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from './caller.ts';
import type { Identity } from '../port/engine.ts';

/** Answers kept at most; the oldest go first. */
const KEPT = 20_000;

interface Answer {
  /** When it was requested. */
  at: number;
  /** Rejects with unauthorized or user_disabled where the right has ended. */
  given: Promise<void>;
  /** The one that is going to take its place. */
  next?: Answer;
}

const isCode = (error: unknown, code: string): boolean => error instanceof GantryError && error.code === code;

/**
 * Asks the identity engine whether user and right still exist, and believes its answer for `interval` milliseconds. Who asks in the second
 * half of that time goes by the answer there is, and has the next one requested: so those who ask again and again never wait for the engine.
 * A silent engine changes nothing. `gone` is told of sessions whose user no longer exists.
 */
export function createVerifier(identity: Identity, interval: number, now: () => number, gone: (caller: Caller) => Promise<void>) {
  const answers = new Map<string, Answer>();

  async function ask(caller: Caller): Promise<void> {
    const { principal, scope, role, readOnly, permissions } = caller;
    try {
      await identity.check(principal);
      if (scope.type !== 'user' && !(await identity.holds(principal, { scope, role, readOnly, permissions })))
        throw new GantryError('unauthorized');
    } catch (error) {
      if (isCode(error, 'engine_unavailable')) return;
      if (isCode(error, 'unauthorized') && scope.type === 'user') await gone(caller);
      throw error;
    }
  }

  function check(caller: Caller): Answer {
    const answer = { at: now(), given: ask(caller) };
    // Whoever waits for it hears of its failure; of one that was requested ahead the next one who comes.
    answer.given.catch(() => undefined);
    return answer;
  }

  function keep(key: string, answer: Answer): void {
    answers.delete(key);
    answers.set(key, answer);
    if (answers.size > KEPT) answers.delete(answers.keys().next().value ?? key);
  }

  function askAhead(key: string, caller: Caller, known: Answer): void {
    const next = check(caller);
    known.next = next;
    const replace = (): void => {
      if (answers.get(key) === known) keep(key, next);
    };
    next.given.then(replace, replace);
  }

  /** Throws unauthorized or user_disabled where the right has ended. */
  return async function verify(caller: Caller): Promise<void> {
    const key = `${caller.sessionHash} ${caller.scopeTokenHash ?? ''}`;
    const known = answers.get(key);
    const age = (answer: Answer | undefined): number => (answer ? now() - answer.at : Infinity);
    if (known && age(known) < interval) {
      if (!known.next && age(known) >= interval / 2) askAhead(key, caller, known);
      return known.given;
    }
    const answer = known?.next && age(known.next) < interval ? known.next : check(caller);
    keep(key, answer);
    await answer.given;
  };
}
