import { IMAGE_LIMITS } from '@gantry/contract/constants';
import type { ImageCreate } from '@gantry/contract/nouns/images/bodies';
import { formatOfFile, IMAGE_TYPES } from '@gantry/contract/nouns/images/formats';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inScope } from '../../app/api/in-scope.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { ApiError } from '../../app/api/errors.ts';
import { fieldText, useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { formatSize } from '../../ui/show/format-size.ts';
import { EMPTY, headersOf, imageDraft, type Chosen, type ImageDraft } from './draft.ts';
import { FileField } from './file-field.tsx';
import { OsField } from './os-field.tsx';
import { PublicField } from './public-field.tsx';
import { section } from './section.ts';
import { beginUpload, type UploadTexts } from './upload.ts';

/** Sends a file to the cloud, to make servers and volumes of. */
export function Page() {
  const chosen = useRef<Chosen>(undefined);
  const textsOf = useUploadTexts();
  const refresh = useRefresh(section.kind);
  const scope = useScopeKey();
  const send = (body: ImageCreate) => {
    const { file } = chosen.current!;
    void beginUpload({
      name: body.name,
      file,
      headers: headersOf(body),
      texts: textsOf(body.name),
      refresh: () => void refresh(),
      ...inScope(scope),
    });
    return Promise.resolve({ task_id: '', id: null });
  };
  return (
    <SectionForm section={section} send={send} keep={withoutFile} schema={imageDraft} defaults={EMPTY}>
      {(form) => <Fields form={form} onChosen={(one) => (chosen.current = one)} />}
    </SectionForm>
  );
}

/** A file is not kept: after a reload it is chosen again. */
const withoutFile = (draft: ImageDraft): ImageDraft => ({ ...draft, file: undefined });

const AS_TYPED = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const;

/** `golden.qcow2` → `golden` */
const nameOf = ({ name }: File): string => name.replace(/\.[^.]+$/, '');

function Fields({ form, onChosen }: { form: SchemaForm<ImageDraft, ImageCreate>; onChosen(chosen: Chosen): void }) {
  const { t } = useTranslation('images');
  const text = useNounText(section.noun);
  const type = useWatch({ control: form.fields.control, name: 'type' });
  const take = (one: Chosen) => {
    const { fields } = form;
    onChosen(one);
    const named = formatOfFile(one.file.name);
    if (named) fields.setValue('type', named.type, { shouldDirty: true });
    if (fields.getValues('name') === '') fields.setValue('name', nameOf(one.file), AS_TYPED);
    fields.setValue('file', one, AS_TYPED);
  };
  return (
    <>
      <FileField form={form} onChosen={take} />
      <TextField form={form} name="name" label={text('field.name')} required />
      <RadioField
        form={form}
        name="type"
        label={text('field.type')}
        required
        options={IMAGE_TYPES.map((value) => ({ value, label: t(`type.${value}`), description: t(`type.${value}-helper`) }))}
      />
      <OsField form={form} />
      {type === 'template' && <CheckboxField form={form} name="uefi" label={t('field.uefi')} />}
      <NumberField form={form} name="min_disk" label={t('field.min-disk')} unit="GiB" min={0} max={IMAGE_LIMITS.minDisk} />
      <NumberField form={form} name="min_ram" label={t('field.min-ram')} unit="MiB" min={0} max={IMAGE_LIMITS.minRam} />
      <CheckboxField form={form} name="protected" label={t('field.protected')} />
      <PublicField form={form} />
      <TextField form={form} name="checksum" label={t('field.checksum')} helper={t('field.checksum-helper')} />
    </>
  );
}

/** What the notice of an upload says. */
function useUploadTexts(): (name: string) => UploadTexts {
  const { t, i18n } = useTranslation('images');
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const failure = (error: unknown): string => {
    const { text, reason } = describe(error);
    const [problem] = error instanceof ApiError ? Object.values(error.fieldCodes ?? {}).flat() : [];
    if (!problem) return reason ?? text;
    return t(`fields.${problem.code}` as 'fields.checksum', { ...problem.params, defaultValue: fieldText(shell, problem) });
  };
  return (name) => ({
    title: t('upload.title', { name }),
    cancel: t('upload.cancel'),
    again: t('upload.again'),
    done: t('upload.done', { name }),
    failed: t('upload.failed', { name }),
    stalled: t('upload.stalled'),
    progress: (done, all) => t('upload.progress', { done: size(done), all: size(all) }),
    failure,
  });
}
