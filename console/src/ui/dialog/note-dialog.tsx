import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useId, type ReactNode } from 'react';
import { useUiText } from '../text.ts';
import './dialog.css';

/** Says something that only has to be read. */
export function NoteDialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useUiText();
  const id = useId();
  return (
    <Modal isOpen variant="small" aria-labelledby={`${id}-title`} aria-describedby={`${id}-body`} onEscapePress={onClose}>
      <ModalHeader labelId={`${id}-title`} title={title} />
      <ModalBody id={`${id}-body`}>
        <div className="gantry-confirm">{children}</div>
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
