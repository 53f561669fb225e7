import { expect, it } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import { createThrottle, type SignInTry } from '../../src/access/throttle.ts';
import type { SignInStore } from '../../src/port/store/sign-in.ts';

/** Has room for any number of wrong passwords, and knows one device. */
const counts: SignInStore = {
  take: async () => ({ place: 9 }),
  giveBack: async () => undefined,
  forget: async () => undefined,
  acquaintance: async (account, device) => (account !== 'alice' ? 'none' : device === 'hers' ? 'device' : 'account'),
  remember: async () => undefined,
  prune: async () => undefined,
};
const LIMITS = { window: 60_000, perAccount: 10, perDevice: 20, perNetwork: 100, delay: 40 };

const attemptOf = (account: string, more: Partial<SignInTry> = {}): SignInTry => ({
  account,
  device: undefined,
  exists: false,
  address: '192.0.2.1',
  locked: () => undefined,
  late: () => undefined,
  ...more,
});
const wrong = (): Promise<never> => Promise.reject(new GantryError('invalid_credentials'));
const right = async (): Promise<string> => 'in';

it('made-up names that are being looked at keep out neither an account that there is, nor one that signed in before, nor its device', async () => {
  const throttled = createThrottle(counts, 2, LIMITS);
  const begun: string[] = [];
  let end = (): void => undefined;
  const looks = new Promise<void>((resolve) => (end = resolve));
  const guesses = Array.from({ length: 40 }, (_, index) =>
    throttled(attemptOf(`nobody-${index}`), async () => {
      begun.push(`nobody-${index}`);
      await looks;
      return wrong();
    }),
  );
  const settled = Promise.allSettled(guesses);
  const from = { address: '192.0.2.1' };
  expect(await throttled(attemptOf('bob', { exists: true, ...from }), right)).toBe('in');
  expect(await throttled(attemptOf('alice', from), right)).toBe('in');
  expect(await throttled(attemptOf('alice', { device: 'hers', ...from }), right)).toBe('in');
  expect(begun).toEqual(['nobody-0']);
  end();
  expect((await settled).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 'rejected'));
});

it('a wrong password waits for its answer where it holds up nobody', async () => {
  const throttled = createThrottle(counts, 2, LIMITS);
  const order: string[] = [];
  const guess = (name: string, exists: boolean) =>
    throttled(attemptOf(name, { exists, late: () => order.push(`${name} is kept back`) }), () => {
      order.push(`${name} is looked at`);
      return wrong();
    }).catch(() => order.push(`${name} is answered`));
  await Promise.all([guess('one', false), guess('two', false), guess('three', false)]);
  expect(order.slice(0, 6)).toEqual(['one', 'two', 'three'].flatMap((name) => [`${name} is looked at`, `${name} is kept back`]));
});

it('a wrong password of an account that there is is answered no sooner than a made-up name that came before it', async () => {
  const throttled = createThrottle(counts, 2, { ...LIMITS, delay: 0 });
  const order: string[] = [];
  let end = (): void => undefined;
  const looks = new Promise<void>((resolve) => (end = resolve));
  const nobody = throttled(attemptOf('nobody'), async () => {
    await looks;
    return wrong();
  }).catch(() => order.push('nobody'));
  const told = throttled(attemptOf('bob', { exists: true, late: () => end() }), wrong).catch(() => order.push('bob'));
  await Promise.all([nobody, told]);
  expect(order).toEqual(['nobody', 'bob']);
});
