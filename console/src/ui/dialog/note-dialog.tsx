import type { ReactNode } from 'react';
import { useUiText } from '../text.ts';
import { GenericDialog, type GenericDialogProps } from './generic-dialog.tsx';

interface NoteDialogProps extends Pick<GenericDialogProps, 'title' | 'wide' | 'onClose'> {
  /** What something in it asks: it takes the dialog's place until it is answered. */
  question?: ReactNode;
  children: ReactNode;
}

/** A dialog that only has to be closed: something to read, or a table with actions of its own. */
export function NoteDialog({ question, ...dialog }: NoteDialogProps) {
  const { t } = useUiText();
  return (
    <>
      <GenericDialog {...dialog} isOpen={!question} actions={{ end: [{ label: t('close'), run: dialog.onClose }] }} />
      {question}
    </>
  );
}
