import { emitNoticeAction } from './actions.ts';
import type { Entry } from './centre-entries.ts';

/** A task that took so long is waited for elsewhere (ms). */
const LONG_MS = 60_000;

const isThere = (): boolean => 'Notification' in window;

/** What the browser says of it: whether it may still be asked, has agreed, or refuses. */
export const browserSays = (): NotificationPermission => (isThere() ? Notification.permission : 'denied');

/** Asks the browser, which asks whoever sits before it. */
export const askBrowser = async (): Promise<boolean> => isThere() && (await Notification.requestPermission()) === 'granted';

/** Lets the browser tell that a long task has ended, where nobody sees it here. */
export function tellByBrowser({ id, type, title, message, task }: Entry): void {
  if (type === 'progress' || !task?.finished_at || !document.hidden || browserSays() !== 'granted') return;
  if (Date.parse(task.finished_at) - Date.parse(task.created_at) < LONG_MS) return;
  // Several tabs tell of one task: the same tag is one notification.
  const { lang, dir } = document.documentElement;
  try {
    const shown = new Notification(title, { body: message, tag: id, lang, dir: dir === 'rtl' ? 'rtl' : 'ltr' });
    shown.addEventListener('click', () => {
      window.focus();
      emitNoticeAction({ label: title, name: 'open', payload: `/tasks/${task.id}` });
      shown.close();
    });
  } catch (error) {
    // Browsers of phones say that they can, and then refuse it to a page.
    console.warn('This browser shows no notifications of a page', error);
  }
}
