import { beforeEach, expect, it } from 'vitest';
import { centreStore, startCentre } from '../../src/app/notify/centre.ts';
import { noticeStore, notify } from '../../src/app/notify/notices.ts';
import { SIGNED_OUT, sessionStore } from '../../src/app/session/state.ts';

const signIn = (id: string) =>
  sessionStore.set({ ...SIGNED_OUT, currentUser: { id, name: id, domain_id: 'd', roles: [] } as never, token: 't' });

beforeEach(() => {
  sessionStore.set(SIGNED_OUT);
  localStorage.clear();
  noticeStore.set({ notices: [] });
  startCentre();
  signIn('user-1');
});

it('the pop-up of a failed task stays when the failed resource tells of it afterwards', () => {
  const own = { id: 'failed:server:s', type: 'error', title: 'web-1', message: 'The cloud refused the request.' } as const;
  notify({ ...own, title: 'Failed: Shut down virtual machine: web-1', operationId: '1' });
  notify(own);
  expect(noticeStore.get().notices.map(({ title }) => title)).toEqual(['Failed: Shut down virtual machine: web-1']);
  expect(centreStore.get().items.map(({ title }) => title)).toEqual(['Failed: Shut down virtual machine: web-1']);
  notify({ ...own, id: 'failed:server:other', title: 'web-2' });
  notify({ ...own, id: 'failed:server:other', title: 'Failed: Shut down virtual machine: web-2', operationId: '2' });
  expect(
    noticeStore
      .get()
      .notices.map(({ title }) => title)
      .at(-1),
  ).toBe('Failed: Shut down virtual machine: web-2');
});

it('a failure that was told before the page was loaded does not pop up again, and another failure does', () => {
  const own = { id: 'failed:server:s', type: 'error', title: 'web-1', message: 'The cloud refused the request.' } as const;
  const reload = (): void => {
    sessionStore.set(SIGNED_OUT);
    noticeStore.set({ notices: [] });
    signIn('user-1');
  };
  notify(own);
  reload();
  notify(own);
  expect(noticeStore.get().notices).toEqual([]);
  notify({ ...own, title: 'Failed: Shut down virtual machine: web-1', operationId: '1' });
  expect(noticeStore.get().notices).toHaveLength(1);
  reload();
  notify(own);
  expect(noticeStore.get().notices).toEqual([]);
  notify({ ...own, id: 'failed:server:other' });
  expect(noticeStore.get().notices).toHaveLength(1);
});
