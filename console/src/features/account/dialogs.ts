import { lazy, type ComponentType } from 'react';
import { openFormDialog, type OpenedProps } from '../../app/dialog/dialogs.ts';
import { openNote } from './open-note.ts';

const About = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./about.tsx')).About }));
const Features = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./features.tsx')).Features }));
const Language = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./language-dialog.tsx')).LanguageDialog }));

const ChangePassword = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./change-password.tsx')).ChangePassword }));

export const openAbout = (title: string): void => openNote(title, About);
export const openFeatures = (title: string): void => openNote(title, Features);
export const openPassword = (): void => openFormDialog(ChangePassword);
export const openLanguage = (): void => openFormDialog(Language);
