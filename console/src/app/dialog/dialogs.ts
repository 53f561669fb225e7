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
  /** Name of a dialog of which there is only one: opened again, it comes to the front. */
  only?: string;
}

interface GlobalDialog {
  id: number;
  Content: ComponentType<OpenedProps>;
  /** Absent: the content is a dialog by itself, such as one with a form. */
  frame: Frame | undefined;
}

/** The global dialogs that are open: the last one shows, those before it come back when it is closed. */
export const dialogStore = createStore<{ dialogs: readonly GlobalDialog[] }>({ dialogs: [] });

let counter = 0;

function put(dialog: Omit<GlobalDialog, 'id'>, isSame: (other: GlobalDialog) => boolean): void {
  counter += 1;
  const id = counter;
  dialogStore.set(({ dialogs }) => {
    const known = dialogs.find(isSame);
    const others = dialogs.filter((one) => one !== known);
    const opened = known ?? { ...dialog, id };
    // A form is not taken away from whoever fills it in: what opens meanwhile shows after it.
    const form = others.findLastIndex(({ frame }) => frame === undefined);
    return { dialogs: form >= 0 && form === others.length - 1 ? others.toSpliced(form, 0, opened) : [...others, opened] };
  });
}

/**
 * Opens a dialog over any page, and over a dialog that is open: it stays while pages change under it, until it is closed or the scope changes
 * (S0 §2).
 */
export function openDialog<P>({ component, props, ...frame }: Frame & { component: ComponentType<P & OpenedProps>; props: P }): void {
  const Content = (opened: OpenedProps) => createElement(component, { ...props, ...opened });
  put({ Content, frame }, (other) => frame.only !== undefined && other.frame?.only === frame.only);
}

/** Opens what is a dialog by itself over any page. */
export const openFormDialog = (Content: ComponentType<OpenedProps>): void =>
  put({ Content, frame: undefined }, (other) => other.Content === Content);

/** Closes one of them, or the one that shows. */
export const closeDialog = (id?: number): void =>
  dialogStore.set(({ dialogs }) => ({
    dialogs: id === undefined ? dialogs.slice(0, -1) : dialogs.filter((one) => one.id !== id),
  }));

/** Closes all of them. */
export const closeDialogs = (): void => dialogStore.set({ dialogs: [] });
