import { groupCreateBody, type GroupCreate } from '@gantry/contract/nouns/groups/calls';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { DomainField } from '../../parts/people/domain-field.tsx';
import { givenPermissions, RoleFields, type RightsDraft } from '../../parts/people/role-fields.tsx';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';

interface Draft extends RightsDraft {
  domain_id: string;
  name: string;
  description: string;
}

/** The body, and the domain that its address names. */
type Sent = GroupCreate & { domain_id: string };

const schema: z.ZodType<Sent, Draft> = z
  .custom<Draft>()
  .transform(({ image_upload, quota_manager, system_permissions, ...draft }): unknown => ({
    ...draft,
    ...givenPermissions({ image_upload, quota_manager, system_permissions }),
  }))
  .pipe(groupCreateBody.safeExtend({ domain_id: z.string().min(1, { error: 'required' }) }) as z.ZodType<Sent, unknown>);

/** Makes a group of the domain one works in; administrators of the system choose one. */
export function Page() {
  const text = useNounText('groups');
  const send = useSend();
  const own = useSession((session) => session.currentUser?.domain_id ?? '');
  const several = useSeesDomains();
  const create = ({ domain_id: domainId, ...body }: Sent) => send(api.groups.create, { params: { domainId }, body });
  const defaults: Draft = {
    domain_id: own,
    name: '',
    description: '',
    role: 'project_member',
    image_upload: false,
    quota_manager: false,
    system_permissions: [],
  };
  return (
    <SectionForm section={section} schema={schema} defaults={defaults} send={create}>
      {(form) => (
        <>
          {several && <DomainField form={form} name="domain_id" />}
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
          <RoleFields form={form} />
        </>
      )}
    </SectionForm>
  );
}
