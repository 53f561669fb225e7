import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { FormFields, type SubmitFormProps } from '../form/submit-form.tsx';
import { useUiText } from '../text.ts';

/** A short form over the page it belongs to. Closing it asks first where something would be lost. */
export function FormDialog<I extends FieldValues, O>({ form, label, submitLabel, onCancel, children }: SubmitFormProps<I, O>) {
  const { t } = useUiText();
  const id = useId();
  return (
    <LeaveGuard wouldLose={form.wouldLose}>
      {(asking) => (
        <Modal isOpen={!asking} variant="small" aria-labelledby={`${id}-title`} onEscapePress={onCancel}>
          <ModalHeader labelId={`${id}-title`} title={label} />
          <ModalBody>
            <FormFields form={form} label={label} id={`${id}-form`}>
              {children}
            </FormFields>
          </ModalBody>
          <ModalFooter>
            <Button
              type="submit"
              form={`${id}-form`}
              isAriaDisabled={!form.canSubmit}
              isLoading={form.pending}
              spinnerAriaLabel={t('working')}
            >
              {submitLabel}
            </Button>
            <Button variant="link" onClick={onCancel}>
              {t('cancel')}
            </Button>
          </ModalFooter>
        </Modal>
      )}
    </LeaveGuard>
  );
}
