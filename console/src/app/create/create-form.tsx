import { ActionList, ActionListGroup, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useId, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { LeaveDialog } from '../../ui/form/leave-guard.tsx';
import { FormFields, type SubmitFormProps } from '../../ui/form/submit-form.tsx';
import { useUiText } from '../../ui/text.ts';
import './create.css';

interface CreateFormProps<I extends FieldValues, O> extends SubmitFormProps<I, O> {
  /** It began with what had been typed before. */
  restored: boolean;
  onStartOver(): void;
  /** What will be made, and what it takes. */
  side: ReactNode;
}

/** The page on which something is made: its fields, and a column beside them with what will be made and the button, always in sight. */
export function CreateForm<I extends FieldValues, O>(props: CreateFormProps<I, O>) {
  const { form, label, submitLabel, restored, onStartOver, onCancel, side, children } = props;
  const { t } = useUiText();
  const id = useId();
  const discard = () => {
    onStartOver();
    onCancel();
  };
  return (
    <div className="gantry-create">
      <div className="gantry-form">
        <FormFields form={form} label={label} id={id}>
          {restored && (
            <Alert
              isInline
              variant="info"
              component="h2"
              title={t('create.restored')}
              actionLinks={
                <Button variant="link" isInline onClick={onStartOver}>
                  {t('create.start-over')}
                </Button>
              }
            />
          )}
          {children}
        </FormFields>
      </div>
      <div className="gantry-create-side">
        <aside className="gantry-create-sum" aria-label={t('create.side')}>
          {side}
        </aside>
        <ActionList className="gantry-create-actions">
          <ActionListGroup>
            <ActionListItem>
              <Button type="submit" form={id} isAriaDisabled={form.awaits} isLoading={form.pending} spinnerAriaLabel={t('working')}>
                {submitLabel}
              </Button>
            </ActionListItem>
            <ActionListItem>
              <Cancel isEmpty={!restored && !form.wouldLose()} onDiscard={discard} />
            </ActionListItem>
          </ActionListGroup>
        </ActionList>
      </div>
    </div>
  );
}

/** Leaves without making anything; asks first where that loses what was typed. */
function Cancel({ isEmpty, onDiscard }: { isEmpty: boolean; onDiscard(): void }) {
  const { t } = useUiText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="link" onClick={() => (isEmpty ? onDiscard() : setAsking(true))}>
        {t('cancel')}
      </Button>
      {asking && <LeaveDialog onLeave={onDiscard} onStay={() => setAsking(false)} />}
    </>
  );
}
