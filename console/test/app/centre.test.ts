import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emitNoticeAction, isOffered, onNoticeAction, ownAction } from '../../src/app/notify/actions.ts';
import { askBrowser, browserSays } from '../../src/app/notify/browser-notice.ts';
import { added, badgeText, bounded, entryOf, holdsPage, isOfKind, listsOf, type Entry } from '../../src/app/notify/centre-entries.ts';
import {
  centreStore,
  clear,
  close,
  entriesOf,
  forget,
  forgetAction,
  setBrowser,
  setDoNotDisturb,
  setMuted,
  setOpen,
  setTypeMuted,
  startCentre,
} from '../../src/app/notify/centre.ts';
import { notify, noticeStore, type NoticeInput, type NoticeTask } from '../../src/app/notify/notices.ts';
import { sessionStore, SIGNED_OUT } from '../../src/app/session/state.ts';

const signIn = (id: string) =>
  sessionStore.set({ ...SIGNED_OUT, currentUser: { id, name: id, domain_id: 'd', roles: [] } as never, token: 't' });
const KEY = 'notifications:user-1';
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as { version: number; items: Entry[] } & Record<string, unknown>;
const popped = () => noticeStore.get().notices.map(({ title }) => title);
const titles = () => entriesOf(centreStore.get()).map(({ title }) => title);
const aTask = (change: Partial<NoticeTask> = {}): NoticeTask => ({
  id: 'task-1',
  name: 'server.stop',
  state: 'running',
  entity: 'server',
  items: [],
  total: 0,
  failed: 0,
  error: null,
  project_id: 'p',
  created_at: '2026-11-20T10:00:00Z',
  finished_at: null,
  ...change,
});
const made = (input: Partial<NoticeInput> & { id: string }, at = '2026-11-20T10:00:00Z'): Entry =>
  entryOf({ type: 'success', title: input.id, version: 1, ...input }, at);

beforeEach(() => {
  sessionStore.set(SIGNED_OUT);
  localStorage.clear();
  noticeStore.set({ notices: [] });
  startCentre();
  signIn('user-1');
});

it('a notification has all that the specification names, and keeps it where it is stored [notif.fields]', () => {
  notify({
    id: 'n',
    type: 'progress',
    title: 'Shut down',
    message: 'Running',
    progress: 0.5,
    actions: [{ label: 'Open', name: 'open', payload: '/tasks' }],
    components: [{ kind: 'server', id: 's', name: 'web-1' }],
    operationId: 'task-1',
    inProgressItems: [{ name: 'web-1', icon: 'server', statusIcon: 'progress', statusText: 'Running' }],
    task: aTask(),
  });
  const fields = {
    id: 'n',
    type: 'progress',
    title: 'Shut down',
    message: 'Running',
    isSeen: false,
    preventReload: false,
    progress: 0.5,
    duration: null,
    showClose: true,
    showBottom: true,
    actions: [{ label: 'Open', name: 'open', payload: '/tasks' }],
    components: [{ kind: 'server', id: 's', name: 'web-1' }],
    operationId: 'task-1',
    inProgressItems: [{ name: 'web-1', icon: 'server', statusIcon: 'progress', statusText: 'Running' }],
    task: { id: 'task-1', state: 'running' },
  };
  expect(centreStore.get().items[0]).toMatchObject(fields);
  expect(stored().items[0]).toMatchObject(fields);
  expect(stored().items[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

describe('what is stored', () => {
  it('stored notifications are of version 1 and of one user; those of another version are dropped [notif.stored-version]', () => {
    notify({ type: 'error', title: 'mine' });
    expect(stored().version).toBe(1);
    signIn('user-2');
    expect(titles()).toEqual([]);
    signIn('user-1');
    expect(titles()).toEqual(['mine']);
    sessionStore.set(SIGNED_OUT);
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), version: 2 }));
    signIn('user-1');
    expect(titles()).toEqual([]);
  });

  it('stored notifications are at most the latest 200 of each list, and nothing that is damaged', () => {
    const many = Array.from({ length: 3000 }, (_, index) => made({ id: `n${index}` }));
    const tasks = many.map((entry) => ({ ...entry, task: aTask() }));
    expect(bounded(many).map(({ id }) => id)).toEqual(many.slice(0, 200).map(({ id }) => id));
    expect(bounded([...tasks, ...many])).toHaveLength(400);
    sessionStore.set(SIGNED_OUT);
    localStorage.setItem(KEY, JSON.stringify({ version: 1, items: [null, { id: 'x' }, made({ id: 'good' })], mutedTypes: 'all' }));
    signIn('user-1');
    expect(titles()).toEqual(['good']);
    expect(centreStore.get().mutedTypes).toEqual([]);
  });

  it('stored notifications follow what another tab has changed, and overwrite none of it', () => {
    notify({ type: 'error', title: 'here' });
    const theirs = { ...stored(), items: [made({ id: 'there' }), ...stored().items], doNotDisturb: true };
    localStorage.setItem(KEY, JSON.stringify(theirs));
    notify({ type: 'info', title: 'here again' });
    expect(titles()).toEqual(['here again', 'there', 'here']);
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), items: [] }));
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(titles()).toEqual([]);
    expect(centreStore.get().doNotDisturb).toBe(true);
  });
});

it('do-not-disturb lets nothing pop up but what must be seen, lists the rest, and is kept [notif.dnd-flag]', () => {
  setDoNotDisturb(true);
  expect(centreStore.get().doNotDisturb).toBe(true);
  expect(stored()['doNotDisturb']).toBe(true);
  notify({ type: 'error', title: 'quiet' });
  notify({ type: 'warning', title: 'You will be signed out', kept: false });
  expect(popped()).toEqual(['You will be signed out']);
  expect(titles()).toEqual(['quiet']);
  setDoNotDisturb(false);
  notify({ type: 'error', title: 'loud' });
  expect(popped()).toEqual(['You will be signed out', 'loud']);
});

it('a muted type does not pop up, nor does anything where all are muted; both are listed', () => {
  setTypeMuted('info', true);
  for (const type of ['info', 'success'] as const) notify({ type, title: type });
  expect(popped()).toEqual(['success']);
  setTypeMuted('info', false);
  setMuted(true);
  notify({ type: 'error', title: 'error' });
  expect(popped()).toEqual(['success']);
  setMuted(false);
  notify({ type: 'info', title: 'more' });
  expect(popped()).toEqual(['success', 'more']);
  expect(titles()).toEqual(['more', 'error', 'success', 'info']);
});

it('a notification that pops up stands in the centre once that is open, and counts as seen', () => {
  notify({ type: 'error', title: 'before' });
  setOpen(true);
  expect(popped()).toEqual([]);
  expect(centreStore.get().items.map(({ isSeen }) => isSeen)).toEqual([true]);
  notify({ type: 'info', title: 'meanwhile' });
  expect(popped()).toEqual([]);
  setOpen(false);
});

describe('one operation', () => {
  it('the notification of an operation turns from progress into its result, which counts as unseen', () => {
    const running = made({ id: 'task:1', type: 'progress', operationId: '1' });
    const further = made({ id: 'task:1', type: 'progress', operationId: '1', progress: 0.5 }, '2026-11-20T10:01:00Z');
    const ended = made({ id: 'failed:server:s', type: 'error', operationId: '1' }, '2026-11-20T10:02:00Z');
    const seen = [{ ...running, isSeen: true }];
    expect(added(seen, further)).toEqual([{ ...further, isSeen: true, timestamp: running.timestamp }]);
    expect(added(seen, ended)).toEqual([ended]);
  });

  it('a failure is told once where the thing and its task both tell of it, and two failures twice', () => {
    const own = made({ id: 'failed:server:s', type: 'error' });
    const task = made({ id: 'failed:server:s', type: 'error', operationId: '1' }, '2026-11-20T10:00:01Z');
    expect(added([own], task)).toEqual([{ ...task, timestamp: own.timestamp }]);
    expect(added([task], own)).toEqual([task]);
    const later = made({ id: 'failed:server:s', type: 'error' }, '2026-11-20T11:00:00Z');
    expect(added([task], later)).toEqual([later, task]);
    const second = made({ id: 'failed:server:s', type: 'error', operationId: '2' }, '2026-11-20T11:00:01Z');
    expect(added([later, task], second)).toEqual([{ ...second, timestamp: later.timestamp }, task]);
  });
});

it('a notification of a task leaves the main list as it is where tasks have their own [notif.separate-task-list]', () => {
  const main = made({ id: 'main' });
  const task = made({ id: 'task', task: aTask() });
  expect(listsOf([main], true)).toEqual({ main: [main], tasks: [] });
  expect(listsOf([task, main], true)).toEqual({ main: [main], tasks: [task] });
  expect(listsOf([task, main], false)).toEqual({ main: [task, main], tasks: [] });
});

it('only an operation in progress that leaving breaks off holds the page back [notif.prevent-reload-scope]', () => {
  notify({ id: 'upload', type: 'progress', title: 'Uploading', preventReload: true });
  expect(holdsPage(centreStore.get().own)).toBe(true);
  // It ends with the page, so it is nothing to come back to.
  expect(stored()?.items ?? []).toEqual([]);
  notify({ id: 'upload', type: 'success', title: 'Uploaded', preventReload: true });
  expect(holdsPage(centreStore.get().own)).toBe(false);
  expect(stored().items.map(({ title, preventReload }) => [title, preventReload])).toEqual([['Uploaded', false]]);
  notify({ id: 'other', type: 'progress', title: 'Counting' });
  expect(holdsPage(centreStore.get().own)).toBe(false);
});

it('an action tells its name and payload to whoever carries it out [notif.actions-shape]', () => {
  const heard: unknown[] = [];
  const action = { label: 'Open', name: 'open', payload: { to: '/tasks' } };
  expect(isOffered(action)).toBe(false);
  const stop = onNoticeAction('open', (payload) => heard.push(['open', payload]));
  expect(isOffered(action)).toBe(true);
  emitNoticeAction(action);
  expect(heard).toEqual([['open', { to: '/tasks' }]]);
  stop();
  const complaint = vi.spyOn(console, 'error').mockReturnValue(undefined);
  emitNoticeAction(action);
  expect(heard).toHaveLength(1);
  expect(complaint).toHaveBeenCalledOnce();
});

it('an action that only its own page can do is not offered by another page', () => {
  const again = vi.fn();
  const action = ownAction('retry', 'Try again', again);
  expect(isOffered(action)).toBe(true);
  emitNoticeAction(action);
  expect(again).toHaveBeenCalledOnce();
  expect(isOffered({ ...action, payload: 'own:another page:1' })).toBe(false);
});

it('the badge of notifications counts to 9999 and shows 9999+ beyond [notif.badge-cap]', () => {
  const text = (count: number) => badgeText(count, String);
  expect([text(1), text(9999), text(10_000)]).toEqual(['1', '9999', '9999+']);
});

it('clearing notifications takes the kind that is shown, warnings with the errors, and nothing in progress', () => {
  for (const type of ['error', 'warning', 'success', 'info'] as const) notify({ type, title: type });
  notify({ id: 'task:1', type: 'progress', title: 'progress', operationId: '1', task: aTask() });
  expect(isOfKind({ type: 'warning' }, 'error')).toBe(true);
  clear(centreStore.get().items, 'error');
  expect(titles()).toEqual(['progress', 'info', 'success']);
  clear(centreStore.get().items, 'all');
  expect(titles()).toEqual(['progress']);
  forget({ id: 'task:1', operationId: '1' });
  expect(titles()).toEqual([]);
});

it('the browser tells of a long task that ends while nobody looks, if the user has asked for that', () => {
  const told: string[] = [];
  class Told extends EventTarget {
    static permission = 'granted';
    constructor(title: string) {
      super();
      told.push(title);
    }
  }
  vi.stubGlobal('Notification', Told);
  let hidden = true;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  const end = (title: string, finished_at: string) =>
    notify({ id: title, type: 'success', title, operationId: title, task: aTask({ state: 'success', finished_at }) });
  end('unasked', '2026-11-20T10:05:00Z');
  setBrowser(true);
  end('short', '2026-11-20T10:00:59Z');
  end('long', '2026-11-20T10:01:00Z');
  hidden = false;
  end('looked at', '2026-11-20T10:05:00Z');
  expect(told).toEqual(['long']);
});

it('further progress leaves a seen or closed notification as it is, without a pop-up; the result is told', () => {
  const tick = (progress: number) => notify({ id: 'upload', type: 'progress', title: 'Uploading', progress, preventReload: true });
  tick(0.1);
  setOpen(true);
  setOpen(false);
  tick(0.2);
  expect([popped(), centreStore.get().own.map(({ isSeen, progress }) => [isSeen, progress])]).toEqual([[], [[true, 0.2]]]);
  close({ id: 'upload', operationId: null });
  tick(0.3);
  expect([titles(), popped(), holdsPage(centreStore.get().own)]).toEqual([[], [], true]);
  notify({ id: 'upload', type: 'success', title: 'Uploaded' });
  expect([titles(), popped()]).toEqual([['Uploaded'], ['Uploaded']]);
});

it('a running task that was closed in the centre stays out of sight, also after a reload, until it ends', () => {
  const tell = (state: 'running' | 'success', progress: number) =>
    notify({
      id: 'task:1',
      type: state === 'running' ? 'progress' : 'success',
      title: state,
      progress,
      operationId: '1',
      task: aTask({ state }),
    });
  tell('running', 0);
  close({ id: 'task:1', operationId: '1' });
  tell('running', 0.5);
  sessionStore.set(SIGNED_OUT);
  signIn('user-1');
  expect(titles()).toEqual([]);
  tell('success', 1);
  expect(centreStore.get().items.map(({ title, isSeen }) => [title, isSeen])).toEqual([['success', false]]);
});

it('notifications that cannot be stored last as long as the page, and are stored once there is room', () => {
  const complaint = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  notify({ type: 'error', title: 'first' });
  notify({ type: 'error', title: 'second' });
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect([titles(), stored()]).toEqual([['second', 'first'], null]);
  full.mockRestore();
  notify({ type: 'error', title: 'third' });
  expect(stored().items.map(({ title }) => title)).toEqual(['third', 'second', 'first']);
  expect(complaint).toHaveBeenCalled();
});

it('only one tab stores notifications at a time, and what another has stored meanwhile is kept', async () => {
  let turn = (): void => undefined;
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: { request: (_name: string, write: () => void) => new Promise<void>((done) => (turn = () => done(write()))) },
  });
  notify({ type: 'error', title: 'mine' });
  expect([titles(), stored()]).toEqual([['mine'], null]);
  localStorage.setItem(KEY, JSON.stringify({ version: 1, items: [made({ id: 'theirs' })] }));
  turn();
  expect(stored().items.map(({ title }) => title)).toEqual(['mine', 'theirs']);
  vi.unstubAllGlobals();
});

it('an action of a notification that has been done is not offered again', () => {
  const actions = ['open', 'tasks.retry'].map((name) => ({ label: name, name, payload: '1' }));
  notify({ id: 'task:1', type: 'error', title: 'failed', operationId: '1', task: aTask({ state: 'failed' }), actions });
  forgetAction('1', 'tasks.retry');
  expect(stored().items[0]?.actions.map(({ name }) => name)).toEqual(['open']);
});

it('a notification of the browser leads to its task; a browser that refuses it to pages harms nothing', () => {
  const opened: unknown[] = [];
  const stop = onNoticeAction('open', (to) => opened.push(to));
  const shown: EventTarget[] = [];
  class Told extends EventTarget {
    static permission = 'granted';
    close = vi.fn<() => void>();
    constructor() {
      super();
      shown.push(this);
    }
  }
  vi.stubGlobal('Notification', Told);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.spyOn(window, 'focus').mockReturnValue(undefined);
  setBrowser(true);
  const end = (id: string) =>
    notify({ id, type: 'success', title: id, operationId: id, task: aTask({ id, state: 'success', finished_at: '2026-11-20T10:05:00Z' }) });
  end('task-7');
  shown[0]?.dispatchEvent(new Event('click'));
  expect(opened).toEqual(['/tasks/task-7']);
  const complaint = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const illegal = Object.assign(
    function Illegal() {
      throw new TypeError('Illegal constructor');
    },
    { permission: 'granted' },
  );
  vi.stubGlobal('Notification', illegal);
  expect(() => end('task-8')).not.toThrow();
  expect([titles()[0], complaint.mock.calls.length]).toEqual(['task-8', 1]);
  stop();
});

it('the console asks the browser for notifications, and says what it has answered', async () => {
  const requestPermission = vi.fn<() => Promise<string>>().mockResolvedValueOnce('granted').mockResolvedValueOnce('denied');
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  expect([browserSays(), await askBrowser(), await askBrowser()]).toEqual(['default', true, false]);
  vi.unstubAllGlobals();
});
