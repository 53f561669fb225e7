import { NETWORK_QUOTA } from '@gantry/contract/nouns/networks/quota';
import type { CallInput } from '@gantry/contract/wire/call';
import { takenBy } from '@gantry/contract/wire/taken';
import { FormSection } from '@patternfly/react-core/dist/esm/components/Form';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../app/api/hooks.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import type { TaskCall } from '../../app/resource/section.ts';
import { CreationSide } from '../../parts/quotas/creation-side.tsx';
import { GeneralFields } from './add/general.tsx';
import { OptionFields } from './add/options.tsx';
import { Ipv4Fields, Ipv6Fields } from './add/subnets.tsx';
import { CALLS, TYPES, type NetworkForm } from './add/types.ts';
import { networkSchema, NEW_NETWORK, type NetworkDraft } from './network-draft.ts';
import { section } from './section.ts';

/** Makes a network with its subnets; administrators choose what carries it. */
export function Page() {
  const send = useSend();
  return (
    <SectionForm
      section={section}
      schema={networkSchema}
      defaults={NEW_NETWORK}
      send={({ type, ...body }) => send<TaskCall>(CALLS[type], { body } as CallInput<TaskCall>)}
      side={(draft) => <Side draft={draft} />}
    >
      {(form, draft) => <Fields form={form} draft={draft} />}
    </SectionForm>
  );
}

/** What it is, its subnets where addresses are managed, and what few people change. */
function Fields({ form, draft }: { form: NetworkForm; draft: NetworkDraft }) {
  const { t } = useTranslation('networks');
  return (
    <>
      <GeneralFields form={form} type={draft.type} />
      {draft.ipam_enabled && (
        <>
          <FormSection title={t('field.ipv4')} titleElement="h2">
            <Ipv4Fields form={form} />
          </FormSection>
          <FormSection title={t('field.ipv6')} titleElement="h2">
            <Ipv6Fields form={form} />
          </FormSection>
        </>
      )}
      <FormSection title={t('add.options')} titleElement="h2">
        <OptionFields form={form} />
      </FormSection>
    </>
  );
}

/** What it will be: its type and its subnets, and what it takes of the quota. */
function Side({ draft: { name, type, ipam_enabled: isManaged, subnets } }: { draft: NetworkDraft }) {
  const { t } = useTranslation('networks');
  const typed = isManaged ? subnets.map(({ cidr }) => cidr.trim()).filter((cidr) => cidr !== '') : [];
  return (
    <CreationSide
      noun="networks"
      name={name}
      said={[
        t(`type.${TYPES[type]}`),
        ...typed.map((cidr) => (
          <bdi key={cidr} dir="ltr">
            {cidr}
          </bdi>
        )),
      ]}
      takes={{ amounts: takenBy(NETWORK_QUOTA, [{}]) }}
    />
  );
}
