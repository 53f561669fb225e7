import { Button, type ButtonProps } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useId, type ReactNode } from 'react';
import { useUiText } from '../text.ts';
import './dialog.css';

/** A button in the foot of a dialog. */
export interface DialogAction {
  label: string;
  variant?: ButtonProps['variant'];
  /** Not yet, or no more. */
  disabled?: boolean;
  /** It is under way. */
  busy?: boolean;
  run(): void;
}

/** Where a button stands: `start` for what leads elsewhere, `end` for what the dialog is about. */
export const DIALOG_SLOTS = ['start', 'end'] as const;
export type DialogActions = Readonly<Partial<Record<(typeof DIALOG_SLOTS)[number], readonly DialogAction[]>>>;

export interface GenericDialogProps {
  title: string;
  actions: DialogActions;
  /** For tests and tools of others (S0 §2). */
  testId?: string | undefined;
  /** Room for a table. */
  wide?: boolean | undefined;
  /** What has the focus first, as a selector; the first button where absent. */
  focus?: string;
  /** Hidden while a question of its own is open. */
  isOpen?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A dialog of any content, with buttons by slot. It asks nothing itself: that is for `ConfirmDialog`, and fields are for `FormDialog`. */
export function GenericDialog(props: GenericDialogProps) {
  const { title, actions, testId = 'global-dialog', wide = false, isOpen = true, focus, onClose, children } = props;
  const { t } = useUiText();
  const id = useId();
  return (
    <Modal
      isOpen={isOpen}
      variant={wide ? 'medium' : 'small'}
      aria-labelledby={`${id}-title`}
      {...(!wide && { 'aria-describedby': `${id}-body` })}
      data-testid={testId}
      {...(focus !== undefined && { elementToFocus: focus })}
      onEscapePress={onClose}
    >
      <ModalHeader labelId={`${id}-title`} title={title} />
      <ModalBody id={`${id}-body`}>
        <div className="gantry-confirm">{children}</div>
      </ModalBody>
      <ModalFooter className="gantry-dialog-foot">
        {DIALOG_SLOTS.map((slot) => (
          <div key={slot} data-slot={slot}>
            {actions[slot]?.map(({ label, variant = 'primary', disabled = false, busy = false, run }) => (
              <Button
                key={label}
                variant={variant}
                isAriaDisabled={disabled}
                isLoading={busy}
                spinnerAriaLabel={t('working')}
                onClick={() => !disabled && run()}
              >
                {label}
              </Button>
            ))}
          </div>
        ))}
      </ModalFooter>
    </Modal>
  );
}
