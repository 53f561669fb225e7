import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isCancel } from '../../../src/app/api/errors.ts';
import { waitForTask } from '../../../src/app/api/wait-for-task.ts';
import { aTask } from '../../support/console-page.tsx';
import { connect, errorBody, fakeServer } from '../fake-server.ts';

beforeEach(() => {
  vi.useFakeTimers();
  connect();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const error = {
  code: 'no_capacity',
  message: 'No node has room',
  params: {},
  reason: null,
  detail: 'No valid host',
  request_id: 'req-1',
} as const;

/** Waits for a task that the server answers so, and looks again after a second. */
async function ended(...answers: { status?: number; body: unknown }[]) {
  const { sent } = fakeServer(() => answers[Math.min(sent.length, answers.length) - 1]!);
  const outcome = waitForTask('task-1').then(
    (task) => ({ task }),
    (reason: unknown) => ({ reason: reason as Error }),
  );
  for (const _answer of answers) await vi.advanceTimersByTimeAsync(1000);
  const asked = sent.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(asked);
  return outcome;
}

describe('waiting for a task', () => {
  it('waiting for a task resolves when the task has succeeded, and not before [task.wait-success]', async () => {
    let state = 'running';
    fakeServer(() => ({ body: aTask({ state: state as 'running' }) }));
    let isOver = false;
    const waiting = waitForTask('task-1').finally(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isOver).toBe(false);
    state = 'success';
    await vi.advanceTimersByTimeAsync(1000);
    expect(isOver).toBe(true);
    expect(await waiting).toMatchObject({ state: 'success' });
  });

  it('waiting for a task rejects with the error of a failed task, or says that nobody knows why [task.wait-failure]', async () => {
    expect(await ended({ body: aTask({ state: 'failed', error }) })).toMatchObject({
      reason: { message: 'No node has room', code: 'no_capacity', detail: 'No valid host', requestId: 'req-1' },
    });
    for (const state of ['failed', 'aborted'] as const)
      expect(await ended({ body: aTask({ state, error: null }) })).toMatchObject({
        reason: { message: 'Task failed due to unknown reason' },
      });
  });

  it('waiting for a task rejects as cancelled where the task was cancelled, which is no failure [task.wait-cancel]', async () => {
    const outcome = await ended({ body: aTask({ state: 'cancelled', error }) });
    expect('reason' in outcome && isCancel(outcome.reason)).toBe(true);
  });

  it('waiting for a task goes on while the server is away, and ends where the task cannot be read', async () => {
    const away = { status: 503, body: errorBody('database_unavailable') };
    expect(await ended(away, { body: aTask({ state: 'success' }) })).toMatchObject({ task: { state: 'success' } });
    expect(await ended({ status: 404, body: errorBody('not_found') })).toMatchObject({ reason: { status: 404 } });
  });
});
