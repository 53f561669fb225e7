import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useId, useState, type ReactNode } from 'react';
import { GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { useUiText } from '../../ui/text.ts';

interface SecretDialogProps {
  title: string;
  body: string;
  /** What somebody says who has kept it. */
  saved: string;
  onClose(): void;
  /** The secret, and how it is used. */
  children: ReactNode;
}

/** Shows a secret for the only time: it closes once somebody says that it is kept. */
export function SecretDialog({ title, body, saved, onClose, children }: SecretDialogProps) {
  const { t: ui } = useUiText();
  const id = useId();
  const [isSaved, setSaved] = useState(false);
  const close = () => {
    if (isSaved) onClose();
  };
  return (
    <GenericDialog title={title} actions={{ end: [{ label: ui('close'), disabled: !isSaved, run: close }] }} onClose={close}>
      <p>{body}</p>
      {children}
      <Checkbox id={`${id}-saved`} label={saved} isChecked={isSaved} onChange={(_, on) => setSaved(on)} />
    </GenericDialog>
  );
}
