import { expect, it } from 'vitest';
import { Stack } from '../../src/app/stack.ts';

it('a stack stops its parts in reverse order, also after one part fails, and throws the first failure', async () => {
  const stack = new Stack();
  const stopped: string[] = [];
  stack.push('the store', () => void stopped.push('store'));
  stack.push('the tasks', () => Promise.reject(new Error('the tasks fail')));
  stack.push('the port', async () => {
    await Promise.resolve();
    stopped.push('port');
  });
  await expect(stack.unwind()).rejects.toThrow('the tasks fail');
  expect(stopped).toEqual(['port', 'store']);
});

it('a stack names the part whose end it waits for', async () => {
  const stack = new Stack();
  const tasks = Promise.withResolvers<void>();
  stack.push('the store', () => undefined);
  stack.push('the tasks', () => tasks.promise);
  expect(stack.stopping).toBeUndefined();
  const unwound = stack.unwind();
  expect(stack.stopping).toBe('the tasks');
  tasks.resolve();
  await unwound;
  expect(stack.stopping).toBeUndefined();
});
