import { VOLUME_GIB } from '@gantry/contract/constants';
import type { StoragePolicy } from '@gantry/contract/nouns/storage-policies/entity';
import { VOLUME_QUOTA } from '@gantry/contract/nouns/volumes/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { CreateForm } from '../../app/create/create-form.tsx';
import { CreationSide } from '../../parts/quotas/creation-side.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useReturn } from '../../app/router/use-return.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { RadioChoice } from '../../ui/form/radio-choice.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { PolicyField } from '../../parts/storage-policies/policy-field.tsx';
import { section } from './section.ts';
import { SourceField } from './source-field.tsx';
import { useVolumeForm, type VolumeDraft } from './use-volume-form.ts';

/** Makes a volume: empty, or of an image or a snapshot. */
export function Page() {
  const { t, i18n } = useTranslation('volumes');
  const text = useNounText('volumes');
  const id = useId();
  const leave = useReturn(section.path, section.addressOf);
  const { form, draft, restored, startOver, least, needs, turnTo } = useVolumeForm(leave);
  const { source } = draft;
  const size = (gib: number) => formatSize(fromGib(gib), i18n.language);
  return (
    <>
      <PageHeading>{text('title.add')}</PageHeading>
      <CreateForm
        form={form}
        label={text('title.add')}
        submitLabel={text('submit')}
        draft={{ restored, onStartOver: startOver }}
        onCancel={() => leave(null)}
        side={<Side draft={draft} said={[t(source === 'blank' ? 'add.blank' : `field.${source}`), size(draft.size ?? 0)]} />}
      >
        <TextField form={form} name="name" label={text('field.name')} required />
        <RadioChoice
          id={id}
          label={t('field.source')}
          value={source}
          onChange={turnTo}
          options={[
            { value: 'blank', label: t('add.blank'), description: t('add.blank-helper') },
            { value: 'image', label: t('field.image'), description: t('add.image-helper') },
            { value: 'snapshot', label: t('field.snapshot'), description: t('add.snapshot-helper') },
          ]}
        />
        {source !== 'blank' && <SourceField key={source} form={form} kind={source} onNeeded={needs} />}
        <NumberField
          form={form}
          name="size"
          label={text('field.size')}
          required
          unit="GiB"
          min={least}
          max={VOLUME_GIB.max}
          {...(least > VOLUME_GIB.min && { helper: t('add.size-helper', { size: size(least) }) })}
        />
        {source !== 'snapshot' && <PolicyField form={form} size={draft.size ?? 0} />}
        <DescriptionField form={form} label={text('field.description')} />
      </CreateForm>
    </>
  );
}

/** What the volume will be, and what it takes of the quota; where its policy is not known yet, of all storage only. */
function Side({ draft, said }: { draft: VolumeDraft; said: readonly string[] }) {
  const may = useMay();
  const policies = useList(api.storagePolicies.list, { limit: 200 }, undefined, { enabled: may(api.storagePolicies.list) });
  const { name, size: gib = 0, source, storage_policy_id: id } = draft;
  const isChosen = (one: StoragePolicy) => (id === undefined ? one.is_default : one.id === id);
  const policy = source === 'snapshot' ? undefined : policies.data?.data.find(isChosen)?.name;
  return (
    <CreationSide
      noun="volumes"
      name={name}
      said={[[...said, ...(policy === undefined ? [] : [policy])].join(' · ')]}
      takes={{
        amounts: takenBy(VOLUME_QUOTA, [{ size: gib }]),
        policies: new Map(policy === undefined ? [] : [[policy, gib]]),
      }}
    />
  );
}
