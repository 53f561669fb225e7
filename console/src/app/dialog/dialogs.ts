import { createElement, type ComponentType } from 'react';
import type { DialogActions } from '../../ui/dialog/generic-dialog.tsx';
import { createStore } from '../store.ts';

/** What the component of a global dialog gets beside its own props. */
export interface OpenedProps {
  onClose(): void;
}

interface Frame {
  title: string;
  /** Buttons by slot; each closes the dialog. */
  actions: DialogActions;
  /** 'global-dialog' where absent. */
  testId?: string;
  wide?: boolean;
}

interface GlobalDialog extends Frame {
  Content: ComponentType<OpenedProps>;
}

/** The one global dialog that is open, if any. */
export const dialogStore = createStore<{ dialog: GlobalDialog | undefined }>({ dialog: undefined });

/** Opens a dialog over any page: it stays while pages change under it, until it is closed or the scope changes (S0 §2). */
export function openDialog<P>({ component, props, ...frame }: Frame & { component: ComponentType<P & OpenedProps>; props: P }): void {
  const Content = (opened: OpenedProps) => createElement(component, { ...props, ...opened });
  dialogStore.set({ dialog: { ...frame, Content } });
}

export const closeDialog = (): void => dialogStore.set({ dialog: undefined });
