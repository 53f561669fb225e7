import { keyPairCreateBody, type KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { weaknessOf } from '@gantry/contract/wire/public-key';
import { useCallback } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { api } from '../../app/api/calls.ts';
import { useNameCheck } from '../../app/form/use-name-check.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FileTextField } from '../../ui/form/file-text-field.tsx';
import { Banner } from '../../ui/show/banner.tsx';
import { KEEPS_DESCRIPTION, section } from './section.ts';

/** Says why servers may refuse the key that is typed; nothing where they take it. It may be added all the same. */
function WeaknessNote({ control }: { control: Control<KeyPairCreate> }) {
  const { t } = useTranslation('key-pairs');
  const weakness = weaknessOf(useWatch({ control, name: 'public_key' }));
  return <div aria-live="polite">{weakness && <Banner tone="warning" title={t(`weak.${weakness}`)} />}</div>;
}

/** Adds a public key, pasted or read from a file: 32 KiB of it, which is more than any key has. */
export function Page() {
  const { t } = useTranslation('key-pairs');
  const text = useNounText('key-pairs');
  const userId = useSession((session) => session.currentUser?.id);
  const isOwn = useCallback((one: KeyPair) => one.user_id === userId, [userId]);
  const isFree = useNameCheck(api.keyPairs.list, 'key_pair_name_taken', isOwn);
  const described = useCapabilities().has(KEEPS_DESCRIPTION);
  const file = { label: text('read-file'), accept: '.pub,text/plain', limit: 32_768 };
  const [name, key] = [text('field.name'), t('field.public-key')];
  return (
    <SectionForm
      section={section}
      schema={keyPairCreateBody}
      checks={{ name: isFree }}
      defaults={{ name: '', public_key: '', ...(described && { description: '' }) }}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={name} required helper={t('fields.key_pair_name')} />
          <FileTextField form={form} name="public_key" label={key} required helper={t('field.helper')} file={file} />
          <WeaknessNote control={form.fields.control} />
          {described && <DescriptionField form={form} label={text('field.description')} />}
        </>
      )}
    </SectionForm>
  );
}
