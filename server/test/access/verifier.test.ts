import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from '../../src/access/caller.ts';
import { createVerifier } from '../../src/access/verifier.ts';
import type { Identity } from '../../src/port/engine.ts';

const INTERVAL = 1000;
const CALLER = { sessionHash: 's', scopeTokenHash: null, principal: {}, scope: { type: 'user' } } as Caller;

describe('whether a right still holds', () => {
  let now: number;
  let questions: PromiseWithResolvers<void>[];
  let gone: number;
  let verify: (caller: Caller) => Promise<void>;
  beforeEach(() => {
    [now, questions, gone] = [0, [], 0];
    const check: Identity['check'] = () => {
      questions.push(Promise.withResolvers());
      return questions.at(-1)!.promise;
    };
    verify = createVerifier(
      { check } as Identity,
      INTERVAL,
      () => now,
      async () => void (gone += 1),
    );
  });

  /** Asked for the first time, at 0, and answered. */
  async function known(): Promise<void> {
    const first = verify(CALLER);
    questions[0]!.resolve();
    await first;
  }

  it('a right that is used often is checked again ahead of time, once and without waiting', async () => {
    await known();
    now = INTERVAL / 2 - 1;
    await verify(CALLER);
    expect(questions).toHaveLength(1);
    now = INTERVAL / 2;
    // Nobody answers these two: they go by the first answer.
    await Promise.all([verify(CALLER), verify(CALLER)]);
    expect(questions).toHaveLength(2);
    questions[1]!.resolve();
    await turn();
    now = INTERVAL + INTERVAL / 2 - 1;
    await verify(CALLER);
    // The second answer is as old as its question: asked again in its turn.
    expect(questions).toHaveLength(3);
  });

  it('a request waits for the check of its right once the last answer is too old, also where a check is under way', async () => {
    await known();
    now = INTERVAL - 1;
    await verify(CALLER);
    now = INTERVAL;
    let isAnswered = false;
    const late = verify(CALLER).then(() => (isAnswered = true));
    await turn();
    expect([isAnswered, questions.length]).toEqual([false, 2]);
    questions[1]!.resolve();
    await late;
  });

  it('a right is refused from the moment at which the check made ahead of time refuses it', async () => {
    await known();
    now = INTERVAL - 1;
    await verify(CALLER);
    questions[1]!.reject(new GantryError('unauthorized'));
    await turn();
    await expect(verify(CALLER)).rejects.toMatchObject({ code: 'unauthorized' });
    expect([questions.length, gone]).toEqual([2, 1]);
  });

  it('a right is believed as before while the identity engine is silent', async () => {
    await known();
    now = INTERVAL;
    const asked = verify(CALLER);
    questions[1]!.reject(new GantryError('engine_unavailable'));
    await asked;
    expect(gone).toBe(0);
  });
});
