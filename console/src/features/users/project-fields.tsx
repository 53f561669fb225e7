import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { DomainField } from '../../parts/people/domain-field.tsx';
import { useProjectRoles } from '../../parts/people/use-project-roles.ts';
import { useProjectsOf } from '../../parts/people/use-projects-of.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { NewUser } from './forms.ts';

/** The domain that a user is made in: another one has other projects. */
export const UserDomainField = <O,>({ form }: { form: SchemaForm<NewUser, O> }) => (
  <DomainField form={form} name="domain_id" onPick={() => form.fields.setValue('assigned_projects', [])} />
);

/** What a new user is assigned to from the beginning, all with one role. */
export function ProjectFields<O>({ form }: { form: SchemaForm<NewUser, O> }) {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const roles = useProjectRoles();
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
      {chosen.length > 0 && <RadioField form={form} name="project_role" label={t('assign.role')} options={roles} />}
    </>
  );
}
