import { holdsPage } from '../notify/centre-entries.ts';
import { centreStore } from '../notify/centre.ts';

/** Switches the scope; while an upload or other work of this page is under way only after a question. The question comes in a chunk of its own. */
export function switchWhenAgreed(go: () => void): void {
  if (!holdsPage(centreStore.get().own)) return go();
  import('./switch-question.tsx').then(
    ({ askBeforeSwitch }) => askBeforeSwitch(go),
    (error: unknown) => console.error('The question before a switch could not be loaded', error),
  );
}
