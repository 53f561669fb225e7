import { expect, it } from 'vitest';
import { createThrottle } from '../../src/access/throttle.ts';
import type { SignInStore } from '../../src/port/store/sign-in.ts';

/** A store that tells at once that there is no place, and of places it gives only when they are written down, as a database does. */
function countsOf(): SignInStore {
  const held = new Map<string, number>();
  let batch: Promise<void> | undefined;
  const together = () => {
    batch ??= new Promise((resolve) => {
      setImmediate(() => {
        batch = undefined;
        resolve();
      });
    });
    return batch;
  };
  return {
    async take(key, limit) {
      const place = (held.get(key) ?? 0) + 1;
      if (place <= limit) held.set(key, place);
      if (place > limit) return { wait: 1000 };
      await together();
      return { place };
    },
    async giveBack(key) {
      held.set(key, (held.get(key) ?? 1) - 1);
      await Promise.resolve();
    },
    acquaintance: () => Promise.resolve('none' as const),
    forget: () => Promise.resolve(),
    remember: () => Promise.resolve(),
    prune: () => Promise.resolve(),
  };
}

const quiet = { locked: () => undefined, late: () => undefined };
const ALICE = { account: 'alice', device: undefined, exists: true, address: '192.0.2.1', ...quiet };

it('right sign-ins that come at once are let in though there are fewer places than they are, in whatever order the answers about places arrive', async () => {
  const throttled = createThrottle(countsOf(), 20, {
    window: 60_000,
    perAccount: 2,
    perDevice: 2,
    perNetwork: 100,
    delay: 1,
  });
  const one = () => throttled(ALICE, () => Promise.resolve('in'));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, one));
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'fulfilled'));
});
