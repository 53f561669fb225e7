import i18next from 'i18next';
import type { ComponentType } from 'react';
import { openDialog, type OpenedProps } from '../../app/dialog/dialogs.ts';

/** Opens something to read, of which there is one at a time. */
export function openNote(title: string, component: ComponentType<OpenedProps>, wide = false): void {
  const close = { label: i18next.getFixedT(null, 'ui')('close'), run: () => undefined };
  openDialog({ title, component, props: {}, actions: { end: [close] }, only: title, wide });
}
