import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import type { ApiCall } from '../api/calls.ts';
import { CommandDialog } from '../form/command-dialog.tsx';
import type { Named } from './named.ts';
import { useNounText, type NounName } from './noun-text.ts';

/** What people call a thing and say of it. */
interface Words extends FieldValues {
  name?: string | undefined;
  description?: string | undefined;
}

/** A dialog that changes the name of a thing of a noun, and its description where it has one: a body of its own for `Action.dialog`. */
export function editDialog<T extends Named & { description?: string | null }, O>(
  noun: NounName,
  kind: string,
  call: ApiCall,
  schema: z.ZodType<O, Words>,
) {
  return function EditDialog({ item, obstacle, onClose }: ActionDialogProps<T>) {
    const text = useNounText(noun);
    const described = item.description !== undefined;
    const defaults: DefaultValues<Words> = { name: item.name, ...(described && { description: item.description ?? '' }) };
    return (
      <CommandDialog
        noun={noun}
        kind={kind}
        item={item}
        call={call}
        schema={schema}
        defaults={defaults}
        label={text('edit.title', { name: item.name || item.id })}
        submitLabel={text('edit.submit')}
        obstacle={obstacle}
        onClose={onClose}
      >
        {(form) => (
          <>
            <TextField form={form} name="name" label={text('field.name')} required />
            {described && <DescriptionField form={form} label={text('field.description')} />}
          </>
        )}
      </CommandDialog>
    );
  };
}
