import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ErrorState } from '../show/error-state.tsx';
import './form.css';
import type { SchemaForm } from './use-schema-form.ts';

/** What every frame around a form is given. */
export interface FormFrameProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  label: string;
  submitLabel: string;
  /** Where Cancel leads; asks first where something would be lost. */
  onCancel(): void;
  children: ReactNode;
}

interface FormFieldsProps<I extends FieldValues, O> extends Pick<FormFrameProps<I, O>, 'form' | 'label' | 'children'> {
  /** Id of the element: its button may stand outside of it. */
  id: string;
  /** What Enter does, where that is not to send it. */
  submit?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The form element itself: fields, and above them what went wrong with the whole. */
export function FormFields<I extends FieldValues, O>({
  form,
  label,
  id,
  submit = form.submit,
  onKeyDown,
  children,
}: FormFieldsProps<I, O>) {
  const { attach, failure } = form;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Form ref={attach} noValidate aria-label={label} onSubmit={onSubmit} id={id} {...(onKeyDown && { onKeyDown })}>
      {failure && <ErrorState failure={failure} />}
      {children}
    </Form>
  );
}
