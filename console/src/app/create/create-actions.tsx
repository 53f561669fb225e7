import { ActionList, ActionListGroup, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Button, type ButtonProps } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { CancelDraft, type FormDraft } from '../../ui/form/draft.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useUiText } from '../../ui/text.ts';

interface CreateActionsProps<I extends FieldValues, O> extends Pick<ButtonProps, 'onClick'> {
  of: Pick<SchemaForm<I, O>, 'pending' | 'wouldLose'>;
  /** Id of the form. */
  form: string;
  draft: FormDraft;
  label: string;
  onCancel(): void;
  /** What stands before them. */
  children?: ReactNode;
}

/** The foot of a page that makes something, always in sight: the button that sends it, or goes on with it, and the one that gives it up. */
export function CreateActions<I extends FieldValues, O>(props: CreateActionsProps<I, O>) {
  const { of, draft, label, onCancel, children, ...button } = props;
  const { t } = useUiText();
  return (
    <ActionList className="gantry-form-foot">
      <ActionListGroup>
        {children}
        <ActionListItem>
          <Button {...button} type="submit" isAriaDisabled={of.pending} isLoading={of.pending} spinnerAriaLabel={t('working')}>
            {label}
          </Button>
        </ActionListItem>
        <ActionListItem>
          <CancelDraft {...draft} wouldLose={of.wouldLose} onCancel={onCancel} />
        </ActionListItem>
      </ActionListGroup>
    </ActionList>
  );
}
