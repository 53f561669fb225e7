import i18next from 'i18next';
import { holdsPage } from '../../app/notify/centre-entries.ts';
import { centreStore } from '../../app/notify/centre.ts';

/** The browser's own question; what it says besides is up to the browser, and older ones say this. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  event.returnValue = i18next.getFixedT(null, 'notifications')('leave');
}

/** While something is in progress that leaving the page would break off, the browser asks before it does (S0 §4). */
export function guardLeaving(): void {
  const follow = (): void =>
    holdsPage(centreStore.get().own) ? addEventListener('beforeunload', ask) : removeEventListener('beforeunload', ask);
  centreStore.subscribe(follow);
  follow();
}
