import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useUiText } from '../text.ts';
import { LeaveDialog } from './leave-guard.tsx';

/** A form whose values are kept until they are accepted. */
export interface FormDraft {
  /** It began with what had been typed before. */
  restored: boolean;
  /** Forgets what is kept. */
  onStartOver(): void;
}

/** Says that what had been typed before is here again. */
export function RestoredNote({ restored, onStartOver }: FormDraft) {
  const { t } = useUiText();
  if (!restored) return null;
  return (
    <Alert
      isInline
      variant="info"
      component="h2"
      variantLabel={t('note')}
      title={t('create.restored')}
      actionLinks={
        <Button variant="link" isInline onClick={onStartOver}>
          {t('create.start-over')}
        </Button>
      }
    />
  );
}

interface CancelDraftProps extends FormDraft {
  /** Whether something is typed. */
  wouldLose(): boolean;
  onCancel(): void;
}

/** Leaves for good; asks first where that loses what was typed. */
export function CancelDraft({ restored, onStartOver, wouldLose, onCancel }: CancelDraftProps) {
  const { t } = useUiText();
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => {
    onStartOver();
    onCancel();
  };
  return (
    <>
      <Button variant="link" onClick={() => (restored || wouldLose() ? setIsAsking(true) : discard())}>
        {t('cancel')}
      </Button>
      {isAsking && <LeaveDialog onLeave={discard} onStay={() => setIsAsking(false)} />}
    </>
  );
}
