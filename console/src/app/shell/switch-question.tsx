import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { openFormDialog, type OpenedProps } from '../dialog/dialogs.ts';

/** Asks before the scope is switched under work that goes on in it. */
export function askBeforeSwitch(go: () => void): void {
  const Question = ({ onClose }: OpenedProps) => {
    const { t } = useTranslation('resource');
    const confirm = (): void => {
      onClose();
      go();
    };
    return (
      <ConfirmDialog
        title={t('switch.title')}
        body={t('switch.body')}
        confirm={t('switch.confirm')}
        pending={false}
        onConfirm={confirm}
        onClose={onClose}
      />
    );
  };
  openFormDialog(Question);
}
