import type { S3Key } from '@gantry/contract/nouns/object-storage/entity';
import {
  ALL_RIGHTS,
  S3_KEY_ACCESS,
  S3_KEY_DAYS,
  s3KeyLimits,
  type S3KeyChange,
  type S3KeyLimits,
  type S3KeyRights,
} from '@gantry/contract/nouns/object-storage/key-rights';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useInstantText } from '../../ui/show/instant.tsx';

const { shape } = s3KeyLimits;
const namesIn = (text: string): string[] | null => {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  return names.length === 0 ? null : names;
};

const reach = z.object({
  access: shape.access,
  buckets: z
    .string()
    .refine((text) => shape.buckets.safeParse(namesIn(text)).success, { error: 'bucket_names' })
    .transform(namesIn),
  prefix: shape.prefix,
});

const expiry = z.enum(['keep', 'never', 'days']);

interface KeyRightsDraft extends z.input<typeof reach> {
  /** Stays as it is, never expires, or does after days. A new pair has no choice to make: without days it never expires. */
  expiry: z.input<typeof expiry>;
  expires_in_days?: number | null | undefined;
}

/** Of a new pair. */
export const newKeySchema: z.ZodType<S3KeyLimits, KeyRightsDraft> = reach
  .extend({ expiry, expires_in_days: shape.expires_in_days })
  .transform(({ expiry: _expiry, ...limits }) => limits);

/** Of one that there is: a number of days counts only while it is asked for. */
export const keyChangeSchema: z.ZodType<S3KeyChange, KeyRightsDraft> = z
  .discriminatedUnion('expiry', [
    reach.extend({ expiry: z.literal('keep') }),
    reach.extend({ expiry: z.literal('never') }),
    reach.extend({
      expiry: z.literal('days'),
      expires_in_days: shape.expires_in_days.refine((days) => days !== null, { error: 'required' }),
    }),
  ])
  .transform(({ expiry, ...rights }) => (expiry === 'never' ? { ...rights, expires_in_days: null } : rights));

/** Rights as the form has them. */
export const keyDraftOf = ({ access, buckets, prefix, expires_at: at }: S3KeyRights): KeyRightsDraft => ({
  access,
  buckets: buckets?.join(', ') ?? '',
  prefix,
  expiry: at === null ? 'never' : 'keep',
  expires_in_days: undefined,
});

/** All that a user may, for ever. */
export const UNLIMITED_KEY = keyDraftOf(ALL_RIGHTS);

/** What a pair of keys may do, and where. */
export function KeyReachFields<O>({ form }: { form: SchemaForm<KeyRightsDraft, O> }) {
  const { t } = useTranslation('object-storage');
  const access = S3_KEY_ACCESS.toReversed().map((value) => ({ value, label: t(`key.${value}`), description: t(`key.${value}-means`) }));
  return (
    <>
      <RadioField form={form} name="access" label={t('key.rights')} options={access} required />
      <TextField form={form} name="buckets" label={t('key.buckets')} helper={t('key.buckets-help')} />
      <TextField form={form} name="prefix" label={t('key.prefix')} helper={t('key.prefix-help')} />
    </>
  );
}

interface KeyDaysFieldProps<O> {
  form: SchemaForm<KeyRightsDraft, O>;
  helper?: string;
  required?: boolean;
}

/** After how many days a pair of keys expires. */
export function KeyDaysField<O>(props: KeyDaysFieldProps<O>) {
  const { t } = useTranslation('object-storage');
  return <NumberField {...props} name="expires_in_days" label={t('key.expires-in')} unit={t('key.days')} min={1} max={S3_KEY_DAYS} />;
}

/** Whether a pair of keys goes on to expire as it does, never does, or does after a number of days from now. */
export function KeyExpiryFields<O>({ form, of }: { form: SchemaForm<KeyRightsDraft, O>; of: S3Key }) {
  const { t } = useTranslation('object-storage');
  const textOf = useInstantText();
  const expiry = useWatch({ control: form.fields.control, name: 'expiry' });
  const { expires_at: at } = of;
  const options = [
    ...(at === null ? [] : [{ value: 'keep', label: t('key.expires-keep'), description: textOf(at) }]),
    { value: 'never', label: t('key.never') },
    { value: 'days', label: t('key.expires-days') },
  ];
  return (
    <>
      <RadioField form={form} name="expiry" label={t('key.expires')} options={options} required />
      {expiry === 'days' && <KeyDaysField form={form} required />}
    </>
  );
}
