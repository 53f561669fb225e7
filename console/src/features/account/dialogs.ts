import i18next from 'i18next';
import { lazy, type ComponentType } from 'react';
import { closeDialog, openDialog, type OpenedProps } from '../../app/dialog/dialogs.ts';

const About = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./about.tsx')).About }));
const Features = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./features.tsx')).Features }));

function open(title: string, component: ComponentType<OpenedProps>): void {
  openDialog({ title, component, props: {}, actions: { end: [{ label: i18next.getFixedT(null, 'ui')('close'), run: closeDialog }] } });
}

export const openAbout = (title: string): void => open(title, About);
export const openFeatures = (title: string): void => open(title, Features);
