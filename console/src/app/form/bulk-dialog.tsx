import { BULK_MAX } from '@gantry/contract/constants';
import type { Answer, Call } from '@gantry/contract/wire/call';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { splitByRule, type BulkDialogProps } from '../../ui/action/action.ts';
import { SkippedList } from '../../ui/action/skipped-list.tsx';
import { FormDialog, type FormDialogProps } from '../../ui/dialog/form-dialog.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useSend } from '../api/hooks.ts';
import { bulkInput } from '../resource/bulk-parts.ts';
import type { Named } from '../resource/named.ts';
import { useNounReason } from '../resource/reason-text.ts';
import type { NounName } from '../resource/noun-text.ts';
import { useResourceForm, type ResourceFormInput } from './use-resource-form.ts';

interface Props<T, C extends Call, I extends FieldValues, O>
  extends
    Pick<ResourceFormInput<C, I, O>, 'kind' | 'call' | 'schema' | 'defaults'>,
    Omit<FormDialogProps<I, O>, 'form' | 'onCancel' | 'children' | 'label' | 'obstacle'>,
    BulkDialogProps<T> {
  noun: NounName;
  /** @param count of those that it will be done to. */
  label(count: number): string;
  /** The fields: members of the body beside the ids. */
  children(form: SchemaForm<I, O>): ReactNode;
}

/**
 * Asks in a dialog what a bulk command needs beside the ids, and sends it for those of the chosen things that `rule` lets through; it names
 * them, and the others with the reason.
 */
export function BulkDialog<T extends Named, C extends Call, I extends FieldValues, O extends object>(props: Props<T, C, I, O>) {
  const { noun, kind, call, schema, defaults, items, rule, label, onDone, onClose, children, ...dialog } = props;
  const reason = useNounReason(noun);
  const send = useSend();
  const { able, skipped } = splitByRule({ rule }, items);
  const sendAll = async (values: O): Promise<Answer<C>> => {
    const ids = able.map(({ id }) => id);
    const ask = (from: number) => send(call, bulkInput(call, {}, ids.slice(from, from + BULK_MAX), values));
    let answer = await ask(0);
    for (let from = BULK_MAX; from < ids.length; from += BULK_MAX) answer = await ask(from);
    return answer;
  };
  const form = useResourceForm<C, I, O>({
    noun,
    kind,
    call,
    schema,
    defaults,
    send: sendAll,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const nameOf = ({ id, name }: T) => name || id;
  return (
    <FormDialog
      form={form}
      label={label(able.length)}
      obstacle={able.length === 0 && !form.pending && skipped[0] ? reason(skipped[0].reason) : undefined}
      onCancel={onClose}
      {...dialog}
    >
      {children(form)}
      <SkippedList
        able={able.map((item) => ({ id: item.id, name: nameOf(item) }))}
        skipped={skipped.map(({ item, reason: why }) => ({ id: item.id, name: nameOf(item), reason: reason(why) }))}
      />
    </FormDialog>
  );
}
