import { lazy, Suspense } from 'react';
import { useStore } from '../store.ts';
import { dialogStore } from './dialogs.ts';

const DialogView = lazy(async () => ({ default: (await import('./dialog-view.tsx')).DialogView }));

/** Where the global dialog appears, over any page. */
export function Dialogs() {
  const isOpen = useStore(dialogStore, ({ dialogs }) => dialogs.length > 0);
  return isOpen && <Suspense>{<DialogView />}</Suspense>;
}
