import type { Call, CallInput } from '@gantry/contract/wire/call';
import { useContext, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog, type FormDialogProps } from '../../ui/dialog/form-dialog.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { InsideContext } from '../session/inside.ts';
import { useResourceForm, type ResourceFormInput } from './use-resource-form.ts';

type FormInput<C extends Call, I extends FieldValues, O> = Omit<ResourceFormInput<C, I, O>, 'onDone'>;
type Shown<I extends FieldValues, O> = Omit<FormDialogProps<I, O>, 'form' | 'onCancel' | 'children'>;

export interface CommandDialogProps<C extends Call, I extends FieldValues, O> extends FormInput<C, I, O>, Shown<I, O> {
  /** What it is done to. */
  item: { id: string };
  onClose(): void;
  /** The fields. */
  children(form: SchemaForm<I, O>): ReactNode;
}

/** Asks in a dialog what a command on one thing needs, and sends it. */
export function CommandDialog<C extends Call, I extends FieldValues, O>(props: CommandDialogProps<C, I, O>) {
  const { noun, kind, call, schema, defaults, statusText, params: given, item, onClose, children, ...dialog } = props;
  const { t } = useTranslation('resource');
  const inside = useContext(InsideContext);
  const params = given ?? ({ [call.idParam ?? '']: item.id } as CallInput<C>['params']);
  const form = useResourceForm<C, I, O>({ noun, kind, call, params, schema, defaults, statusText, onDone: onClose });
  return (
    <FormDialog form={form} onCancel={onClose} {...dialog}>
      {inside && <p className="gantry-subtle">{t('in-project.chosen', { name: inside.project.name })}</p>}
      {children(form)}
    </FormDialog>
  );
}
