import { roleFor, type ProjectStanding } from '@gantry/contract/access/project-standings';
import type { Project } from '@gantry/contract/nouns/projects/entity';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useShowRows } from '../../app/form/use-show-made.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { useProjectRoles } from '../../parts/people/use-project-roles.ts';
import { useUsersOf } from '../../parts/people/use-users-of.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';

/** What is done with members of a project (S2 §2). */
export type EditType = 'assign' | 'unassign';

interface Draft {
  user_ids: string[];
  role: ProjectStanding;
}

const schema: z.ZodType<Draft, Draft> = z.custom<Draft>().superRefine(({ user_ids: ids }, { addIssue }) => {
  if (ids.length === 0) addIssue({ code: 'custom', path: ['user_ids'], message: 'required' });
});

/** Assigns a project to users of its domain, or ends that; each of them is a change of its own. */
export function MemberDialog({ item, obstacle, onClose, editType }: ActionDialogProps<Project> & { editType: EditType }) {
  const { t } = useTranslation('projects');
  const { t: users } = useTranslation('users');
  const text = useNounText('projects');
  const send = useSend();
  const showRows = useShowRows(onClose);
  const roles = useProjectRoles();
  const { id, domain_id: domainId } = item;
  const assigns = editType === 'assign';
  const { options, ...found } = useUsersOf(
    domainId,
    ({ assigned_projects: assigned }) => (assigns && assigned.some(({ project_id: one }) => one === id) ? t('member.already') : undefined),
    assigns ? undefined : id,
  );
  const form = useResourceForm({
    noun: 'users',
    kind: 'user',
    call: api.users.assign,
    schema,
    defaults: { user_ids: [], role: 'project_user' as ProjectStanding },
    send: async ({ user_ids: ids, role }) => {
      const ends = ids.map(
        (userId) => () =>
          send(api.users.assign, { params: { domainId, userId }, body: { project_id: id, ...(assigns ? roleFor(role) : { role: null }) } }),
      );
      let last = await ends[0]!();
      for (const end of ends.slice(1)) last = await end();
      return last;
    },
    onDone: (_, { user_ids: ids }) => (assigns ? showRows(ids) : onClose()),
  });
  const label = t(assigns ? 'member.assign' : 'member.unassign');
  return (
    <FormDialog
      form={form}
      onCancel={onClose}
      label={`${label}: ${item.name}`}
      {...(!assigns && { intro: users('unassign.body') })}
      submitLabel={users(assigns ? 'assign.submit' : 'action.unassign')}
      obstacle={obstacle}
    >
      <PickField
        {...found}
        form={form}
        name="user_ids"
        several
        required
        label={users('people.users')}
        headers={[text('field.name'), users('field.role')]}
        options={options}
      />
      {assigns && <RadioField form={form} name="role" label={users('assign.role')} options={roles} />}
    </FormDialog>
  );
}

/** The window that assigns a project to users, and the one that ends assignments of it. */
export const AssignMembers = (props: ActionDialogProps<Project>) => <MemberDialog {...props} editType="assign" />;
export const UnassignMembers = (props: ActionDialogProps<Project>) => <MemberDialog {...props} editType="unassign" />;
