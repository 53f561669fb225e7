import { beforeEach, expect, it, vi } from 'vitest';
import { entryOf } from '../../../src/app/notify/centre-entries.ts';
import { centreStore, startCentre } from '../../../src/app/notify/centre.ts';
import type { NoticeInput, NoticeTask } from '../../../src/app/notify/notices.ts';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { BrowserQuestion } from '../../../src/features/notifications/banners.tsx';
import { Entries } from '../../../src/features/notifications/entries.tsx';
import { features } from '../../../src/features/index.ts';
import { onNoticeAction } from '../../../src/app/notify/actions.ts';
import { aTask, openPage } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle } from '../../support/render.tsx';

const ofTask: NoticeTask = { ...aTask({ id: 'task-1', state: 'failed', finished_at: '2026-11-20T10:05:00Z' }), total: 1, failed: 1 };
const opened: unknown[] = [];
onNoticeAction('open', (to) => opened.push(to));

/** The centre with one notification, where the server says of its task what is given. */
async function openWith(input: Partial<NoticeInput>, gone: boolean, withFilter = true) {
  const notice = { id: 'n', version: 1, type: 'error' as const, title: 'Shut down: web-1', message: 'Refused\nRequest req-7', ...input };
  const items = [{ id: 'server-1', name: 'web-1', state: 'failed' as const, error: null, gone }];
  await openPage(
    () => (
      <FeaturesContext value={features}>
        <Entries entries={[entryOf(notice, '2026-11-20T10:00:00Z')]} withFilter={withFilter} />
      </FeaturesContext>
    ),
    () => ({ body: { data: [aTask({ id: 'task-1', state: 'failed', items })] } }),
  );
  await settle(50);
}
const about: Partial<NoticeInput> = {
  task: ofTask,
  operationId: 'task-1',
  actions: [{ label: 'Open', name: 'open', payload: '/compute/instances/instance/server-1' }],
  components: [{ kind: 'server', id: 'server-1', name: 'web-1' }],
};
const links = () => [...document.querySelectorAll('a')].map(({ textContent }) => textContent);

beforeEach(() => {
  startCentre();
  opened.length = 0;
});

it('a notification leads to its object and to its task; where the object is deleted it says so, and leads to the task alone', async () => {
  await openWith(about, false);
  expect(links()).toEqual(['web-1']);
  expect(all('button', 'Open the task')).toHaveLength(1);
  document.body.replaceChildren();
  await openWith(about, true);
  expect(links()).toEqual([]);
  expect(pageText()).toContain('web-1 (deleted)');
  await click(find('button', 'Open the task'));
  expect(opened).toEqual(['/tasks/task-1']);
});

it('the whole text of an error can be copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, language: 'en', clipboard: { writeText } });
  const lines = [{ name: 'web-2', icon: 'server', statusIcon: 'error' as const, statusText: 'No room' }];
  await openWith({ ...about, inProgressItems: lines }, false);
  vi.stubGlobal('navigator', { ...navigator, language: 'en', clipboard: { writeText } });
  await click(find('button', 'Copy: Shut down: web-1'));
  expect(writeText).toHaveBeenCalledWith('Shut down: web-1\nRefused\nRequest req-7\nweb-2: No room');
});

it('the list of tasks has no filter, and can be cleared', async () => {
  await openWith({}, false, false);
  expect(all('combobox', 'Show')).toHaveLength(0);
  expect(all('button', 'Clear all')).toHaveLength(1);
});

it('the console asks once whether the browser is to show notifications, and keeps the answer', async () => {
  const requestPermission = vi.fn<() => Promise<string>>(async () => 'granted');
  await openPage(BrowserQuestion, () => ({ body: {} }));
  expect(all('button', 'Yes')).toHaveLength(0);
  document.body.replaceChildren();
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  centreStore.set({ browser: null });
  await openPage(BrowserQuestion, () => ({ body: {} }));
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  await click(find('button', 'Yes'));
  await settle();
  expect([requestPermission.mock.calls.length, centreStore.get().browser]).toEqual([1, true]);
  expect(all('button', 'Yes')).toHaveLength(0);
});
