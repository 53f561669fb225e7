import type { Task, TaskItem } from '@gantry/contract/nouns/tasks/entity';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Deletion } from '../../src/app/dialog/deletion.tsx';
import { isShownInDialog } from '../../src/app/dialog/shown-tasks.ts';
import { noticeStore, notify } from '../../src/app/notify/notices.ts';
import { openPage } from '../support/console-page.tsx';
import { all, click, find, pageText } from '../support/render.tsx';

const item = (name: string, state: TaskItem['state']): TaskItem => ({
  id: `id-${name}`,
  name,
  state,
  error:
    state === 'failed'
      ? {
          code: 'engine_refused',
          message: 'refused',
          params: {},
          reason: null,
          detail: `${name} has a snapshot`,
          request_id: null,
        }
      : null,
});
const task = (id: string, state: Task['state'], items: TaskItem[]) => ({
  id,
  task_id: id,
  name: 'volume.delete',
  state,
  items,
  entity: 'volume',
  error: null,
  revision: 1,
});

const again = vi.fn<(ids: readonly string[]) => Promise<string>>();
const onClose = vi.fn<() => void>();
afterEach(() => vi.clearAllMocks());

const open = (tasks: Readonly<Record<string, object>>) =>
  openPage(
    () => <Deletion noun="volumes" taskId="first" again={again} onClose={onClose} />,
    ({ path }) => ({ body: tasks[path.split('/').at(-1)!] }),
  );
const lines = () => [...document.querySelectorAll('li')].map((line) => line.textContent);

it('the deletion dialog tells the state of each thing, those first that could not be deleted', async () => {
  const items = [item('one', 'success'), item('two', 'failed'), item('three', 'running')];
  notify({ id: 'task:first', type: 'progress', title: 'Delete volume' });
  await open({ first: task('first', 'running', items) });
  await vi.waitFor(() => expect(pageText()).toContain('1 of 3 deleted'));
  const [failed, gone, waiting] = lines();
  expect(failed).toContain('two Error while deleting');
  expect(failed).toContain('two has a snapshot');
  expect(gone).toContain('one Deleted');
  expect(waiting).toContain('three Deleting');
  expect(document.querySelector('progress')).toMatchObject({ value: 1, max: 3 });
  expect(all('button', 'Try again')).toHaveLength(0);
  expect(isShownInDialog('first')).toBe(true);
  expect(noticeStore.get().notices).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

it('the deletion dialog tries again what could not be deleted, and nothing else', async () => {
  again.mockResolvedValue('second');
  const ended = task('first', 'failed', [item('one', 'success'), item('two', 'failed')]);
  await open({ first: ended, second: task('second', 'running', [item('two', 'running')]) });
  await vi.waitFor(() => find('button', 'Try again'));
  await click(find('button', 'Try again'));
  expect(again).toHaveBeenCalledExactlyOnceWith(['id-two']);
  await vi.waitFor(() => expect(pageText()).toContain('0 of 1 deleted'));
  expect(lines()).toHaveLength(1);
});

it('the deletion dialog says why trying again was refused, and keeps the results', async () => {
  again.mockRejectedValue(new Error('no'));
  await open({ first: task('first', 'failed', [item('two', 'failed')]) });
  await vi.waitFor(() => find('button', 'Try again'));
  await click(find('button', 'Try again'));
  await vi.waitFor(() => expect(pageText()).toContain('Internal Server Error'));
  expect(lines()).toHaveLength(1);
});

it('the deletion dialog closes by itself when all things are gone', async () => {
  await open({ first: task('first', 'success', [item('one', 'success'), item('two', 'success')]) });
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('a retry of a deletion that is refused after the dialog was closed is told in a notice', async () => {
  let refuse = (): void => undefined;
  again.mockReturnValue(new Promise((_, reject) => (refuse = () => reject(new Error('no')))));
  noticeStore.set({ notices: [] });
  const Page = () => {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOpen(false)}>
          Leave
        </button>
        {isOpen && <Deletion noun="volumes" taskId="first" again={again} onClose={onClose} />}
      </>
    );
  };
  await openPage(Page, () => ({ body: task('first', 'failed', [item('two', 'failed')]) }));
  await vi.waitFor(() => find('button', 'Try again'));
  await click(find('button', 'Try again'));
  await click(find('button', 'Leave'));
  refuse();
  await vi.waitFor(() =>
    expect(noticeStore.get().notices.map(({ type, message }) => [type, message])).toEqual([
      ['error', expect.stringContaining('Internal Server Error')],
    ]),
  );
});
