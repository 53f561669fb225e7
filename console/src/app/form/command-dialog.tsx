import type { Call, CallInput } from '@gantry/contract/wire/call';
import { useContext, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog, type FormDialogProps } from '../../ui/dialog/form-dialog.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { InsideContext } from '../session/inside.ts';
import { useResourceForm, type ResourceFormInput } from './use-resource-form.ts';

type FormInput<C extends Call, I extends FieldValues, O> = Omit<ResourceFormInput<C, I, O>, 'onDone' | 'onUnchanged'>;
type Shown<I extends FieldValues, O> = Omit<FormDialogProps<I, O>, 'form' | 'onCancel' | 'children'>;

export interface CommandDialogProps<C extends Call, I extends FieldValues, O> extends FormInput<C, I, O>, Shown<I, O> {
  /** What it is done to. */
  item: { id: string };
  onClose(): void;
  /** The fields. */
  children(form: SchemaForm<I, O>): ReactNode;
}

/** Asks in a dialog what a command on one thing needs, and sends it. Form and dialog each get all props, so that neither loses one. */
export function CommandDialog<C extends Call, I extends FieldValues, O>(props: CommandDialogProps<C, I, O>) {
  const { call, params: given, item, onClose, children } = props;
  const { t } = useTranslation('resource');
  const inside = useContext(InsideContext);
  const params = given ?? ({ [call.idParam ?? '']: item.id } as CallInput<C>['params']);
  const form = useResourceForm<C, I, O>({ ...props, params, onDone: onClose, onUnchanged: onClose });
  return (
    <FormDialog {...props} form={form} onCancel={onClose}>
      {inside && <p className="gantry-subtle">{t('in-project.chosen', { name: inside.project.name })}</p>}
      {children(form)}
    </FormDialog>
  );
}
