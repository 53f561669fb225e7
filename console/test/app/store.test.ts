import { expect, it, vi } from 'vitest';
import { createStore } from '../../src/app/store.ts';

it('who watches a store is told of what changes, and of nothing where all stays as it was', () => {
  const store = createStore({ isOpen: false, names: ['a'] });
  const told = vi.fn<() => void>();
  const stop = store.subscribe(told);
  const { names } = store.get();
  store.set({ isOpen: false, names });
  store.set(() => ({ isOpen: false }));
  expect(told).not.toHaveBeenCalled();
  store.set({ isOpen: true });
  store.set({ names: ['a'] });
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  store.set({ isOpen: false });
  expect([told.mock.calls.length, store.get()]).toEqual([2, { isOpen: false, names: ['a'] }]);
});
