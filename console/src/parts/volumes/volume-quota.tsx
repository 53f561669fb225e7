import { VOLUME_QUOTA } from '@gantry/contract/nouns/volumes/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { useWatch, type FieldPath, type FieldValues } from 'react-hook-form';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { QuotaTaken } from '../quotas/quota-taken.tsx';

/** What a new volume takes of the quota of the scope's project, by its size as it is typed. */
export function VolumeQuota<I extends FieldValues & { size?: number | undefined }, O>({ form }: { form: SchemaForm<I, O> }) {
  const size: unknown = useWatch({ control: form.fields.control, name: 'size' as FieldPath<I> });
  return <QuotaTaken takes={{ amounts: takenBy(VOLUME_QUOTA, [{ size }]) }} />;
}
