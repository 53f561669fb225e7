import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../src/app/api/errors.ts';
import { startLanguages } from '../../src/app/i18n/languages.ts';
import { noticeStore } from '../../src/app/notify/notices.ts';
import { tellUncaught } from '../../src/app/notify/uncaught.ts';

beforeAll(async () => {
  await startLanguages({ shell: import.meta.glob('../../src/app/texts/*.json', { import: 'default' }) });
  tellUncaught();
});
beforeEach(() => noticeStore.set({ notices: [] }));

const thrown = (error: unknown, message: string) => dispatchEvent(Object.assign(new Event('error'), { error, message }));
const rejected = (reason: unknown) => dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const told = () => noticeStore.get().notices.map(({ type, title, message }) => ({ type, title, message }));
const DEFAULT = {
  type: 'error',
  title: 'Something went wrong on this page',
  message: 'The rest of the console still works. Reload this page to retry.',
};

it('an error that nobody has caught is told in a notice with a title and a message of its own, once [err.global]', () => {
  thrown(new TypeError('x is not a function'), 'Uncaught TypeError: x is not a function');
  expect(told()).toEqual([DEFAULT]);
  rejected(new Error('nobody waits for this'));
  expect(told()).toEqual([DEFAULT]);
});

it('an unhandled rejection is told in a notice, unlike a cancelled request or a remark of the browser', () => {
  rejected(new ApiError('cancel', 'Cancel action'));
  thrown(null, 'ResizeObserver loop completed with undelivered notifications.');
  thrown(new Error('ResizeObserver loop limit exceeded'), 'ResizeObserver loop limit exceeded');
  expect(told()).toEqual([]);
  rejected(new ApiError('server', 'broken'));
  expect(told()).toEqual([DEFAULT]);
});
