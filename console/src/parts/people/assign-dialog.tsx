import type { ProjectRole } from '@gantry/contract/access/roles';
import { assignBody, type Assign } from '@gantry/contract/nouns/users/bodies';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { TaskCall } from '../../app/resource/section.ts';
import type { Assigning, Holder } from './holder.ts';
import { useProjectRoles } from './use-project-roles.ts';
import { useProjectsOf } from './use-projects-of.ts';

interface Draft {
  project_id: string | undefined;
  role: ProjectRole;
  read_only: boolean;
}

/** Made when it is asked for: the body comes in a chunk of its own, which may be there later than this one. */
const makeSchema = (): z.ZodType<Assign, Draft> =>
  z
    .custom<Draft>()
    .superRefine(({ project_id: id }, { addIssue }) => {
      if (!id) addIssue({ code: 'custom', path: ['project_id'], message: 'required' });
    })
    .transform(({ project_id = '', role, read_only }): Assign => ({ project_id, role, read_only: role === 'project_user' && read_only }))
    .pipe(assignBody);

/** Gives a user, or all users of a group, a role in a project of the domain. */
export function AssignDialog({ item, obstacle, onClose, assigning }: ActionDialogProps<Holder> & { assigning: Assigning }) {
  const { noun, kind, call, placeOf } = assigning;
  const { t } = useTranslation('users');
  const text = useNounText(noun);
  const [schema] = useState(makeSchema);
  const roles = useProjectRoles();
  const { options, ...found } = useProjectsOf(item.domain_id);
  return (
    <CommandDialog<TaskCall, Draft, Assign>
      noun={noun}
      kind={kind}
      item={item}
      call={call}
      params={placeOf(item)}
      schema={schema}
      defaults={{ project_id: undefined, role: 'project_user', read_only: false }}
      label={t('assign.title', { name: item.name })}
      submitLabel={t('assign.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PickField
            {...found}
            form={form}
            name="project_id"
            label={t('assign.project')}
            required
            headers={[text('field.name')]}
            options={options}
          />
          <RadioField form={form} name="role" label={t('assign.role')} options={roles} />
          <OnlyLooks form={form} />
        </>
      )}
    </CommandDialog>
  );
}

/** Users of a project may be let look only; who leads it changes things. */
function OnlyLooks({ form }: { form: SchemaForm<Draft, Assign> }) {
  const { t } = useTranslation('users');
  const role = useWatch({ control: form.fields.control, name: 'role' });
  return role === 'project_user' && <CheckboxField form={form} name="read_only" label={t('assign.only-looks')} />;
}
