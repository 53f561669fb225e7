import i18next from 'i18next';
import { isCancel } from '../api/errors.ts';
import { notify } from './notices.ts';

/** The browser's own remark that a layout took another turn: nothing has gone wrong. */
const isRemark = (message: string): boolean => message.startsWith('ResizeObserver loop');

/** What nobody has caught is told in one notice; what it was stands in the browser's log (S1 §8). */
function tell(): void {
  notify({ id: 'uncaught', type: 'error', title: i18next.t('crash.title'), message: i18next.t('crash.text') });
}

/** From now on errors that nobody has caught are told. A request that was given up is none. */
export function tellUncaught(): void {
  addEventListener('error', ({ message, error }) => {
    if (error !== undefined && error !== null && !isRemark(message)) tell();
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!isCancel(reason)) tell();
  });
}
