import type { Call, CallInput } from '@gantry/contract/wire/call';
import { useContext, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog, type FormDialogProps } from '../../ui/dialog/form-dialog.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { InsideContext } from '../session/inside.ts';
import { useShowMade, useShowRows } from './use-show-made.ts';
import { useResourceForm, type ResourceFormInput } from './use-resource-form.ts';

type FormInput<C extends Call, I extends FieldValues, O> = Omit<ResourceFormInput<C, I, O>, 'onDone' | 'onUnchanged'>;
type Shown<I extends FieldValues, O> = Omit<FormDialogProps<I, O>, 'form' | 'onCancel' | 'children'>;

export interface CommandDialogProps<C extends Call, I extends FieldValues, O> extends FormInput<C, I, O>, Shown<I, O> {
  /** What it is done to. */
  item: { id: string };
  /**
   * What it makes of that: of which kind, so that one is led to the new thing; and the member of the body with its name, where the answer does
   * not tell its id. Absent: nothing new with a page of its own.
   */
  makes?: { kind: string; name?: keyof O };
  /** It makes rows of a table on the page below, which marks them: by their ids, or what else they are known by there (`SubTable`). */
  marks?(sent: O): readonly string[];
  onClose(): void;
  /** The fields. */
  children(form: SchemaForm<I, O>): ReactNode;
}

/** Asks in a dialog what a command on one thing needs, and sends it. Form and dialog each get all props, so that neither loses one. */
export function CommandDialog<C extends Call, I extends FieldValues, O>(props: CommandDialogProps<C, I, O>) {
  const { call, params: given, item, makes, marks, onClose, children } = props;
  const { t } = useTranslation('resource');
  const inside = useContext(InsideContext);
  const params = given ?? ({ [call.idParam ?? '']: item.id } as CallInput<C>['params']);
  const showMade = useShowMade(makes?.kind, onClose);
  const showRows = useShowRows(onClose);
  const form = useResourceForm<C, I, O>({
    ...props,
    params,
    onDone: (answer, sent) => {
      if (marks) showRows(marks(sent));
      else if (!makes) onClose();
      else if (makes.name === undefined) showMade(idOf(answer));
      else showMade(null, [String(sent[makes.name])]);
    },
    onUnchanged: onClose,
  });
  return (
    <FormDialog {...props} form={form} onCancel={onClose}>
      {inside && <p className="gantry-subtle">{t('in-project.chosen', { name: inside.project.name })}</p>}
      {children(form)}
    </FormDialog>
  );
}

/** The id of what was made. */
const idOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string' ? answer.id : null;
