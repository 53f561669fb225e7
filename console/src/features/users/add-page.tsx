import { PROJECT_ROLES } from '@gantry/contract/access/roles';
import { userCreateBody, type UserCreate } from '@gantry/contract/nouns/users/bodies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { DomainField } from '../../parts/people/domain-field.tsx';
import { givenPermissions, RoleFields, type RightsDraft } from '../../parts/people/role-fields.tsx';
import { useProjectsOf } from '../../parts/people/use-projects-of.ts';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWatch } from 'react-hook-form';
import { NewPasswordField } from './new-password-field.tsx';
import { section } from './section.ts';

interface Draft extends RightsDraft {
  domain_id: string;
  name: string;
  password: string;
  email: string;
  description: string;
  enabled: boolean;
  assigned_projects: string[];
  project_role: (typeof PROJECT_ROLES)[number];
}

/** The body, and the domain that its address names. */
type Sent = UserCreate & { domain_id: string };

const schema: z.ZodType<Sent, Draft> = z
  .custom<Draft>()
  .transform(({ image_upload, quota_manager, system_permissions, assigned_projects: projects, project_role: role, ...draft }): unknown => ({
    ...draft,
    ...givenPermissions({ image_upload, quota_manager, system_permissions }),
    assigned_projects: projects.map((project_id) => ({ project_id, role })),
  }))
  .pipe(userCreateBody.safeExtend({ domain_id: z.string().min(1, { error: 'required' }) }) as z.ZodType<Sent, unknown>);

const withoutPassword = (draft: Draft): Draft => ({ ...draft, password: '' });

/** Makes a user of the domain one works in; administrators of the system choose one. */
export function Page() {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const send = useSend();
  const own = useSession((session) => session.currentUser?.domain_id ?? '');
  const several = useSeesDomains();
  const create = ({ domain_id: domainId, ...body }: Sent) => send(api.users.create, { params: { domainId }, body });
  const defaults: Draft = {
    domain_id: own,
    name: '',
    password: '',
    email: '',
    description: '',
    enabled: true,
    role: 'project_member',
    image_upload: false,
    quota_manager: false,
    system_permissions: [],
    assigned_projects: [],
    project_role: 'project_user',
  };
  return (
    <SectionForm section={section} schema={schema} defaults={defaults} keep={withoutPassword} send={create}>
      {(form) => (
        <>
          {several && <DomainField form={form} name="domain_id" onPick={() => form.fields.setValue('assigned_projects', [])} />}
          <TextField form={form} name="name" label={text('field.name')} required />
          <TextField form={form} name="email" label={t('field.email')} />
          <NewPasswordField form={form} name="password" />
          <DescriptionField form={form} label={text('field.description')} />
          <CheckboxField form={form} name="enabled" label={t('field.enabled')} />
          <RoleFields form={form} />
          <ProjectFields form={form} />
        </>
      )}
    </SectionForm>
  );
}

type Form = SchemaForm<Draft, Sent>;

/** What a new user is assigned to from the beginning, all with one role. */
function ProjectFields({ form }: { form: Form }) {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const [domainId, chosen] = useWatch({ control: form.fields.control, name: ['domain_id', 'assigned_projects'] });
  const { options, ...found } = useProjectsOf(domainId || undefined);
  return (
    <>
      <PickField
        {...found}
        form={form}
        name="assigned_projects"
        several
        label={t('field.projects')}
        headers={[text('field.name')]}
        options={options}
      />
      {chosen.length > 0 && (
        <RadioField
          form={form}
          name="project_role"
          label={t('assign.role')}
          options={PROJECT_ROLES.toReversed().map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
      )}
    </>
  );
}
