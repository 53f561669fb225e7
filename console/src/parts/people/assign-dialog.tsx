import { roleFor, type ProjectStanding } from '@gantry/contract/access/project-standings';
import { assignBody, type Assign } from '@gantry/contract/nouns/users/bodies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { TaskCall } from '../../app/resource/section.ts';
import type { Assigning, Holder } from './holder.ts';
import { useProjectRoles } from './use-project-roles.ts';
import { useProjectsOf } from './use-projects-of.ts';

interface Draft {
  project_id: string | undefined;
  role: ProjectStanding;
}

/** Made when it is asked for: the body comes in a chunk of its own, which may be there later than this one. */
const makeSchema = (): z.ZodType<Assign, Draft> =>
  z
    .custom<Draft>()
    .superRefine(({ project_id: id }, { addIssue }) => {
      if (!id) addIssue({ code: 'custom', path: ['project_id'], message: 'required' });
    })
    .transform(({ project_id = '', role }): Assign => ({ project_id, ...roleFor(role) }))
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
      defaults={{ project_id: undefined, role: 'project_user' }}
      marks={({ project_id: id }) => [id]}
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
        </>
      )}
    </CommandDialog>
  );
}
