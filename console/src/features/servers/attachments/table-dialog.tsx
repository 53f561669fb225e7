import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useId, type ReactNode } from 'react';
import { useUiText } from '../../../ui/text.ts';

interface TableDialogProps {
  title: string;
  /** What one of the actions asks: it takes the place of the table until it is answered. */
  question: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** A table with actions of its own, over the page it belongs to. */
export function TableDialog({ title, question, onClose, children }: TableDialogProps) {
  const { t } = useUiText();
  const id = useId();
  return (
    <>
      <Modal isOpen={!question} variant="medium" aria-labelledby={`${id}-title`} onEscapePress={onClose}>
        <ModalHeader labelId={`${id}-title`} title={title} />
        <ModalBody>{children}</ModalBody>
        <ModalFooter>
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </ModalFooter>
      </Modal>
      {question}
    </>
  );
}
