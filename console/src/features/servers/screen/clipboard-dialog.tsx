import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiText } from '../../../ui/text.ts';

interface ClipboardDialogProps {
  /** What the guest has copied last. */
  text: string;
  onSend(text: string): void;
  onClose(): void;
}

/** The clipboard of the guest: what it has copied, and what it shall paste. */
export function ClipboardDialog({ text: copied, onSend, onClose }: ClipboardDialogProps) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? copied;
  return (
    <Modal isOpen variant="small" aria-labelledby={`${id}-title`} elementToFocus={`[id="${id}-text"]`} onEscapePress={onClose}>
      <ModalHeader labelId={`${id}-title`} title={t('screen.clipboard')} description={t('screen.clipboard-body')} />
      <ModalBody>
        <Form onSubmit={(event) => event.preventDefault()}>
          <FormGroup fieldId={`${id}-text`} label={t('screen.text')}>
            <TextArea
              id={`${id}-text`}
              rows={6}
              value={text}
              dir="auto"
              resizeOrientation="vertical"
              onChange={(_, value) => setTyped(value)}
            />
          </FormGroup>
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button
          variant="primary"
          onClick={() => {
            onSend(text);
            onClose();
          }}
        >
          {t('screen.to-guest')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {ui('cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
