import { groupUpdateBody, type GroupUpdate } from '@gantry/contract/nouns/groups/calls';
import type { Group } from '@gantry/contract/nouns/groups/entity';
import { useMemo } from 'react';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { changedRights, rightsDraftOf, RoleFields, type RightsDraft } from '../../parts/people/role-fields.tsx';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { placeOf } from './section.ts';

interface Draft extends RightsDraft {
  name: string;
  description: string;
}

/** What the form changes; rights beyond a domain only from administrators of the system. */
const schemaOf = (group: Group, system: boolean): z.ZodType<GroupUpdate, Draft> =>
  z
    .custom<Draft>()
    .transform((draft): unknown => ({
      ...(draft.name !== group.name && { name: draft.name }),
      ...(draft.description !== group.description && { description: draft.description }),
      ...changedRights(draft, group, system),
    }))
    .pipe(groupUpdateBody as z.ZodType<GroupUpdate, unknown>);

/** Changes what a group is called, and what it gives to its users. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<Group>) {
  const text = useNounText('groups');
  const system = useSeesDomains();
  const schema = useMemo(() => schemaOf(item, system), [item, system]);
  const defaults: Draft = {
    name: item.name,
    description: item.description,
    ...rightsDraftOf(item),
  };
  return (
    <CommandDialog
      noun="groups"
      kind="group"
      item={item}
      call={api.groups.update}
      params={placeOf(item)}
      schema={schema}
      defaults={defaults}
      label={text('edit.title', { name: item.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
          <RoleFields form={form} />
        </>
      )}
    </CommandDialog>
  );
}
