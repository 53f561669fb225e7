import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GenericDialog } from '../../../ui/dialog/generic-dialog.tsx';
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
  const send = () => {
    onSend(text);
    onClose();
  };
  return (
    <GenericDialog
      title={t('screen.clipboard')}
      focus={`[id="${id}-text"]`}
      actions={{
        end: [
          { label: t('screen.to-guest'), run: send },
          { label: ui('cancel'), variant: 'link', run: onClose },
        ],
      }}
      onClose={onClose}
    >
      <p>{t('screen.clipboard-body')}</p>
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
    </GenericDialog>
  );
}
