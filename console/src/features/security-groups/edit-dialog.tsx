import { securityGroupUpdateBody, type SecurityGroupUpdate } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { isDefaultGroup } from '@gantry/contract/nouns/security-groups/rules';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';

interface Draft {
  name: string;
  description: string;
}

/** The default group keeps its name, which is not sent then. */
const schemaOf = (isDefault: boolean): z.ZodType<SecurityGroupUpdate, Draft> =>
  z
    .custom<Draft>()
    .transform(({ name, description }): z.input<typeof securityGroupUpdateBody> => (isDefault ? { description } : { name, description }))
    .pipe(securityGroupUpdateBody);

const SCHEMAS = { own: schemaOf(false), default: schemaOf(true) };

/** Changes what a security group is called, and what is said of it. */
export function EditDialog({ item: group, obstacle, onClose }: ActionDialogProps<SecurityGroup>) {
  const text = useNounText('security-groups');
  const isDefault = isDefaultGroup(group);
  return (
    <CommandDialog
      noun="security-groups"
      kind="security_group"
      item={group}
      call={api.securityGroups.update}
      schema={isDefault ? SCHEMAS.default : SCHEMAS.own}
      defaults={{ name: group.name, description: group.description ?? '' }}
      label={text('edit.title', { name: group.name || group.id })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          {!isDefault && <TextField form={form} name="name" label={text('field.name')} required />}
          <DescriptionField form={form} label={text('field.description')} />
        </>
      )}
    </CommandDialog>
  );
}
