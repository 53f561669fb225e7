import { useTranslation } from 'react-i18next';
import { NoteDialog } from '../../../ui/dialog/note-dialog.tsx';
import type { EditBodyProps } from './subjects.ts';

/** A key is put into the guest once, when it is first started: no cloud changes it afterwards. Says so, and what to do. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  return (
    <NoteDialog title={title} onClose={onClose}>
      <p>{server.key_name === null ? t('edit.no-key') : t('edit.key', { name: server.key_name })}</p>
      <p>{t('edit.key-body')}</p>
    </NoteDialog>
  );
}
