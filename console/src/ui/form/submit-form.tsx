import { ActionList, ActionListGroup, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import type { FormEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import './form.css';
import { CancelDraft, RestoredNote, type FormDraft } from './draft.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { SchemaForm } from './use-schema-form.ts';

export interface SubmitFormProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  label: string;
  submitLabel: string;
  /** Where Cancel leads; asks first where something would be lost. */
  onCancel(): void;
  /** What is typed is kept, so that going away asks nothing and loses nothing; Cancel does both. */
  draft?: FormDraft;
  children: ReactNode;
}

/** The form element itself: fields, and above them what went wrong with the whole. `submit`: what Enter does, where that is not to send it. */
export function FormFields<I extends FieldValues, O>({
  form,
  label,
  id,
  submit = form.submit,
  children,
}: Pick<SubmitFormProps<I, O>, 'form' | 'label' | 'children'> & { id?: string; submit?: () => void }) {
  const { attach, failure } = form;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Form ref={attach} noValidate aria-label={label} onSubmit={onSubmit} {...(id !== undefined && { id })}>
      {failure && <ErrorState failure={failure} />}
      {children}
    </Form>
  );
}

/** A form on a page of its own. */
export function SubmitForm<I extends FieldValues, O>({ form, label, submitLabel, onCancel, draft, children }: SubmitFormProps<I, O>) {
  const { t } = useUiText();
  const body = (
    <div className="gantry-form">
      <FormFields form={form} label={label}>
        {draft && <RestoredNote {...draft} />}
        {children}
        <ActionList className="gantry-form-foot">
          <ActionListGroup>
            <ActionListItem>
              <Button type="submit" isAriaDisabled={form.pending} isLoading={form.pending} spinnerAriaLabel={t('working')}>
                {submitLabel}
              </Button>
            </ActionListItem>
            <ActionListItem>
              {draft ? (
                <CancelDraft {...draft} wouldLose={form.wouldLose} onCancel={onCancel} />
              ) : (
                <Button variant="link" onClick={onCancel}>
                  {t('cancel')}
                </Button>
              )}
            </ActionListItem>
          </ActionListGroup>
        </ActionList>
      </FormFields>
    </div>
  );
  // What is kept is not lost on the way out.
  return draft ? body : <LeaveGuard wouldLose={form.wouldLose}>{() => body}</LeaveGuard>;
}
