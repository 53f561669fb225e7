import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './create.css';
import { firstFieldOf, useFirstField } from './first-field.ts';

interface StepWindowProps {
  title: string;
  onDone(): void;
  children: ReactNode;
}

/** One step of the wizard, over its summary. What is chosen counts at once; Done, Escape and Back lead to the summary. */
export function StepWindow({ title, onDone, children }: StepWindowProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const form = `${id}-form`;
  const done = `${id}-done`;
  return (
    <Modal
      isOpen
      variant="large"
      aria-labelledby={`${id}-title`}
      elementToFocus={`${firstFieldOf(form)}, [id="${done}"]`}
      onEscapePress={onDone}
    >
      <ModalHeader labelId={`${id}-title`} title={title} />
      <ModalBody aria-label={title}>
        <Form
          className="gantry-step"
          id={form}
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            onDone();
          }}
        >
          {children}
          <FirstField form={form} />
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button id={done} type="submit" form={form}>
          {t('wizard.done')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Inside the window, which is there later than what opens it. */
function FirstField({ form }: { form: string }) {
  useFirstField(form);
  return null;
}
