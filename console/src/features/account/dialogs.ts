import i18next from 'i18next';
import { lazy, type ComponentType } from 'react';
import { openDialog, openFormDialog, type OpenedProps } from '../../app/dialog/dialogs.ts';

const About = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./about.tsx')).About }));
const Features = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./features.tsx')).Features }));
const Language = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./language-dialog.tsx')).LanguageDialog }));

const ChangePassword = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./change-password.tsx')).ChangePassword }));

function open(title: string, component: ComponentType<OpenedProps>): void {
  const close = { label: i18next.getFixedT(null, 'ui')('close'), run: () => undefined };
  openDialog({ title, component, props: {}, actions: { end: [close] }, only: title });
}

export const openAbout = (title: string): void => open(title, About);
export const openFeatures = (title: string): void => open(title, Features);
export const openPassword = (): void => openFormDialog(ChangePassword);
export const openLanguage = (): void => openFormDialog(Language);
