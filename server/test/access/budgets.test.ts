import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Account } from '../../src/access/account.ts';
import { Recent } from '../../src/access/recent.ts';
import { createTurns } from '../../src/turns/in-turn.ts';
import { createOwnersTurns, onBehalfOf } from '../../src/turns/owner.ts';

const never = new AbortController().signal;
const account = () => new Account({ perSecond: 1, concurrent: { read: 2, readLarge: 1, act: 1 }, waiting: 2 }, () => 0);

describe('places of an account', () => {
  it('an account has a fixed number of places, lets a few more requests wait in order, and refuses the next one', async () => {
    const one = account();
    const began: string[] = [];
    const [leave] = await Promise.all([one.enter('read', never), one.enter('read', never)]);
    const waiting = ['third', 'fourth'].map((name) =>
      one.enter('read', never).then((leaves) => {
        began.push(name);
        return leaves;
      }),
    );
    await expect(one.enter('read', never)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
    leave();
    (await waiting[0])!();
    await waiting[1];
    expect(began).toEqual(['third', 'fourth']);
  });

  it('an account whose places for actions are all taken can still read', async () => {
    const one = account();
    await one.enter('act', never);
    void one.enter('act', never);
    await expect(one.enter('read', never)).resolves.toBeTypeOf('function');
  });

  it('an account keeps no place for a client that went away while it waited', async () => {
    const one = account();
    const gone = new AbortController();
    const leave = await one.enter('act', never);
    const waiting = one.enter('act', gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'too_many_requests' });
    leave();
    await expect(one.enter('act', never)).resolves.toBeTypeOf('function');
  });
});

describe('turns', () => {
  it('owners get their turns one after the other, however many works one of them brings', async () => {
    const inTurn = createTurns(1);
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(name);
      await nextTurn();
    };
    const [busy, calm] = [{}, {}];
    await Promise.all([...[1, 2, 3, 4].map((n) => inTurn(busy, work(`busy ${n}`))), inTurn(calm, work('calm'))]);
    expect(order).toEqual(['busy 1', 'busy 2', 'calm', 'busy 3', 'busy 4']);
  });

  it('owners get their turns one after the other also where one work asks for many reads, such as a search', async () => {
    const inTurn = createOwnersTurns(1);
    const order: string[] = [];
    const read = (name: string) =>
      inTurn(async () => {
        order.push(name);
        await nextTurn();
      });
    const searching = (name: string) => onBehalfOf({}, async () => Promise.all([1, 2, 3].map((n) => read(`${name} ${n}`))));
    await Promise.all([searching('first'), searching('second'), read('the server')]);
    expect(order).toEqual(['first 1', 'first 2', 'second 1', 'the server', 'first 3', 'second 2', 'second 3']);
  });

  it('turns go on after a work that failed', async () => {
    const inTurn = createTurns(1);
    const failing = inTurn({}, () => Promise.reject(new Error('no')));
    const next = inTurn({}, async () => 'done');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});

describe('what was used recently', () => {
  it('an entry used recently is kept for the span after its last use, and forgotten after twice as long', () => {
    let now = 0;
    const recent = new Recent<number>(100, () => now);
    recent.set('used', 1);
    recent.set('unused', 2);
    now = 100;
    expect(recent.get('used')).toBe(1);
    now = 199;
    expect(recent.get('used')).toBe(1);
    now = 200;
    expect([recent.get('used'), recent.get('unused')]).toEqual([1, undefined]);
    now = 1000;
    expect(recent.get('used')).toBeUndefined();
  });
});
