import { storagePolicyCreateBody } from '@gantry/contract/nouns/storage-policies/calls';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { api } from '../../app/api/calls.ts';
import { useNameCheck } from '../../app/form/use-name-check.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { KeepingFields } from './keeping-fields.tsx';
import { LimitsField } from './limits-field.tsx';
import { section } from './section.ts';

const WORDS = { name: '', description: '', limits: {} };
const KEPT = { tier: 0, redundancy: '2', failure_domain: 'host' } as const;

/** Makes a storage policy. */
export function Page() {
  const text = useNounText('storage-policies');
  const keeps = useCapabilities().has('storage_policy.create:redundancy');
  const isFree = useNameCheck(api.storagePolicies.list, 'storage_policy_name_taken');
  const defaults = { ...WORDS, ...(keeps && KEPT) };
  return (
    <SectionForm section={section} schema={storagePolicyCreateBody} defaults={defaults} checks={{ name: isFree }}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
          {keeps && <KeepingFields form={form} />}
          <LimitsField form={form} />
        </>
      )}
    </SectionForm>
  );
}
