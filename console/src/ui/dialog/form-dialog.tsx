import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { LeaveDialog, LeaveGuard } from '../form/leave-guard.tsx';
import { useDialogStart } from '../form/first-field.ts';
import { FormFields, type FormFrameProps } from '../form/form-fields.tsx';
import { useUiText } from '../text.ts';
import './dialog.css';

export interface FormDialogProps<I extends FieldValues, O> extends FormFrameProps<I, O> {
  /** Said before the fields. */
  intro?: string | undefined;
  /** Why it cannot be done (any more); the button is off and this is shown. */
  obstacle?: string | undefined;
  /** What it does cannot be taken back. */
  danger?: boolean;
  /** Room for a table to choose from. */
  wide?: boolean;
  /** false: what is typed is so little that it may go without a question. */
  confirmOnClose?: boolean;
  /** Windows over it, at addresses below its own: what is typed stays while one is open. */
  over?: WindowsOver | undefined;
}

interface WindowsOver {
  /** Address of the dialog itself. */
  address: string;
  /** Whether one of them is open: it hides the dialog, which comes back as it was. */
  isOpen: boolean;
  windows: ReactNode;
}

/** What is chosen from, rather than typed into. */
const CHOICE = 'select, [type="radio"], [type="checkbox"]';

/** Leads to the first field each time the dialog comes up: it is there as long as the dialog is. */
function Start({ form, cancel }: { form: string; cancel: string }) {
  useDialogStart(form, cancel);
  return null;
}

/** A short form over the page it belongs to. It begins at its first field, a dangerous one at Cancel. Closing it asks first where something would be lost. */
export function FormDialog<I extends FieldValues, O>(props: FormDialogProps<I, O>) {
  const { form, label, submitLabel, onCancel, intro, obstacle, children } = props;
  const { danger = false, wide = false, confirmOnClose = true, over } = props;
  const { t } = useUiText();
  const id = useId();
  const [closing, setClosing] = useState(false);
  const wouldLose = () => confirmOnClose && form.wouldLose();
  const answered = useRef(false);
  const close = () => (wouldLose() ? setClosing(true) : onCancel());
  const leave = () => {
    answered.current = true;
    setClosing(false);
    onCancel();
  };
  // It may have opened on a choice: whoever presses Enter there has chosen nothing yet.
  const holdEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.target as Element).matches(CHOICE) && !form.wouldLose()) event.preventDefault();
  };
  return (
    <>
      <LeaveGuard wouldLose={() => !answered.current && wouldLose()} stays={over?.address}>
        {(isAsking) => (
          <Modal
            isOpen={!isAsking && !closing && !over?.isOpen}
            variant={wide ? 'medium' : 'small'}
            aria-labelledby={`${id}-title`}
            elementToFocus={`[id="${id}-cancel"]`}
            onEscapePress={close}
          >
            <ModalHeader
              labelId={`${id}-title`}
              title={label}
              {...(danger && { titleIconVariant: 'warning' as const, titleScreenReaderText: t('warning') })}
            />
            <ModalBody>
              <div className="gantry-confirm">
                {intro !== undefined && <p>{intro}</p>}
                {obstacle !== undefined && <output>{obstacle}</output>}
                <FormFields form={form} label={label} id={`${id}-form`} onKeyDown={holdEnter}>
                  {children}
                </FormFields>
              </div>
            </ModalBody>
            <ModalFooter>
              <Button
                type="submit"
                variant={danger ? 'danger' : 'primary'}
                form={`${id}-form`}
                isAriaDisabled={form.pending || obstacle !== undefined}
                isLoading={form.pending}
                spinnerAriaLabel={t('working')}
              >
                {submitLabel}
              </Button>
              <Button id={`${id}-cancel`} variant="link" onClick={close}>
                {t('cancel')}
              </Button>
              {!danger && <Start form={`${id}-form`} cancel={`${id}-cancel`} />}
            </ModalFooter>
          </Modal>
        )}
      </LeaveGuard>
      {over?.windows}
      {closing && <LeaveDialog onLeave={leave} onStay={() => setClosing(false)} />}
    </>
  );
}
