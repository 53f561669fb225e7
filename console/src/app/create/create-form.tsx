import { ActionList } from '@patternfly/react-core/dist/esm/components/ActionList';
import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { RestoredNote, type FormDraft } from '../../ui/form/draft.tsx';
import { FormFields, type SubmitFormProps } from '../../ui/form/submit-form.tsx';
import { useUiText } from '../../ui/text.ts';
import { CreateActions } from './create-actions.tsx';
import './create.css';
import { WrongSummary } from './wrong-summary.tsx';

interface CreateFormProps<I extends FieldValues, O> extends Omit<SubmitFormProps<I, O>, 'draft'> {
  draft: FormDraft;
  /** What will be made, and what it takes. */
  side: ReactNode;
}

/** The page on which something is made: its fields, a column beside them with what will be made, and the button at the foot. */
export function CreateForm<I extends FieldValues, O>(props: CreateFormProps<I, O>) {
  const { form, label, submitLabel, draft, onCancel, side, children } = props;
  const { t } = useUiText();
  const id = useId();
  return (
    <>
      <div className="gantry-create">
        <div className="gantry-form">
          <FormFields form={form} label={label} id={id}>
            <RestoredNote {...draft} />
            {children}
          </FormFields>
        </div>
        <div className="gantry-create-side">
          <aside className="gantry-create-sum" aria-label={t('create.side')}>
            {side}
          </aside>
          <WrongSummary form={form} formId={id} />
        </div>
      </div>
      <ActionList className="gantry-form-foot">
        <CreateActions of={form} form={id} label={submitLabel} draft={draft} onCancel={onCancel} />
      </ActionList>
    </>
  );
}
