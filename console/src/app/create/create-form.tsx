import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { RestoredNote, type FormDraft } from '../../ui/form/draft.tsx';
import { FormFields, type FormFrameProps } from '../../ui/form/form-fields.tsx';
import { useUiText } from '../../ui/text.ts';
import { CreateActions } from './create-actions.tsx';
import './create.css';
import { useFormStart } from '../../ui/form/first-field.ts';
import { WrongSummary } from './wrong-summary.tsx';

interface CreateFormProps<I extends FieldValues, O> extends FormFrameProps<I, O> {
  /** What is typed is kept, so that going away asks nothing and loses nothing; Cancel does both. */
  draft: FormDraft;
  /** What will be made, and what it takes; absent where the fields say all of it. */
  side?: ReactNode;
}

/** The page on which something is made: its fields, a column beside them with what will be made, and the button at the foot. */
export function CreateForm<I extends FieldValues, O>(props: CreateFormProps<I, O>) {
  const { form, label, submitLabel, draft, onCancel, side, children } = props;
  const { t } = useUiText();
  const id = useId();
  useFormStart(id, !draft.restored);
  const wrong = <WrongSummary form={form} formId={id} />;
  return (
    <>
      <div className="gantry-create">
        <div className="gantry-form">
          <FormFields form={form} label={label} id={id}>
            <RestoredNote {...draft} />
            {children}
          </FormFields>
        </div>
        {side === undefined ? (
          wrong
        ) : (
          <div className="gantry-create-side">
            <aside className="gantry-create-sum" aria-label={t('create.side')}>
              {side}
            </aside>
            {wrong}
          </div>
        )}
      </div>
      <CreateActions of={form} form={id} label={submitLabel} draft={draft} onCancel={onCancel} />
    </>
  );
}
