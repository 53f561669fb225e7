import { lazy, type ComponentType } from 'react';
import { openFormDialog, type OpenedProps } from '../../app/dialog/dialogs.ts';

const ReportDialog = lazy<ComponentType<OpenedProps>>(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

export const openReport = (): void => openFormDialog(ReportDialog);
