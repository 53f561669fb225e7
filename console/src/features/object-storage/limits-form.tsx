import { S3_BYTES_MAX, S3_OBJECTS_MAX, type S3Limits } from '@gantry/contract/nouns/object-storage/entity';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { NumberField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

const GIB = 2 ** 30;

export interface LimitsDraft extends Record<string, unknown> {
  space?: number | undefined;
  objects?: number | undefined;
}

const most = (max: number) =>
  z.number().int({ error: 'whole_number' }).min(0, { error: 'too_small' }).max(max, { error: 'too_large' }).optional();

/** What the form says, as limits: an empty field is none. */
export const limitsSchema: z.ZodType<S3Limits, LimitsDraft> = z
  .object({ space: most(S3_BYTES_MAX / GIB), objects: most(S3_OBJECTS_MAX) })
  .transform(({ space, objects }) => ({ bytes: space === undefined ? null : space * GIB, objects: objects ?? null }));

/** Limits as the form has them, in whole GiB. */
export const draftOf = ({ bytes, objects }: S3Limits): LimitsDraft => ({
  space: bytes === null ? undefined : Math.ceil(bytes / GIB),
  objects: objects ?? undefined,
});

export function LimitsFields<O>({ form }: { form: SchemaForm<LimitsDraft, O> }) {
  const { t } = useTranslation('object-storage');
  return (
    <>
      <NumberField form={form} name="space" label={t('users.limits-space')} min={0} max={S3_BYTES_MAX / GIB} unit="GiB" />
      <NumberField form={form} name="objects" label={t('users.limits-objects')} min={0} max={S3_OBJECTS_MAX} />
    </>
  );
}
