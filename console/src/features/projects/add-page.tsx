import { projectCreateBody, type ProjectCreate } from '@gantry/contract/nouns/projects/bodies';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { DomainField } from '../../parts/people/domain-field.tsx';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';

interface Draft {
  domain_id: string;
  name: string;
  description: string;
  enabled: boolean;
}

/** The body, and the domain that its address names. */
type Sent = ProjectCreate & { domain_id: string };

const schema = projectCreateBody.safeExtend({ domain_id: z.string().min(1, { error: 'required' }) }) as z.ZodType<Sent, Draft>;

/** Makes a project of the domain one works in; administrators of the system choose one. */
export function Page() {
  const { t } = useTranslation('projects');
  const text = useNounText('projects');
  const send = useSend();
  const own = useSession((session) => session.currentUser?.domain_id ?? '');
  const several = useSeesDomains();
  const create = ({ domain_id: domainId, ...body }: Sent) => send(api.projects.create, { params: { domainId }, body });
  const defaults: Draft = { domain_id: own, name: '', description: '', enabled: true };
  return (
    <SectionForm section={section} schema={schema} defaults={defaults} send={create}>
      {(form) => (
        <>
          {several && <DomainField form={form} name="domain_id" />}
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
          <CheckboxField form={form} name="enabled" label={t('field.enabled')} />
        </>
      )}
    </SectionForm>
  );
}
