import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';

interface TraitFieldProps<I extends FieldValues, O> extends Pick<FieldProps<I, O>, 'form' | 'name' | 'helper'> {
  /** What the flavor asks for anyway. */
  ofFlavor: readonly string[];
  /** Nothing is shown where the cloud has none. */
  unlessNone?: boolean;
}

/** Chooses placements: only nodes that offer all of them run the server. */
export function TraitField<I extends FieldValues, O>({ ofFlavor, unlessNone = false, ...field }: TraitFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const traits = useOptions(api.traits.list, 'name:asc');
  const { answer, search } = traits;
  if (unlessNone && search === '' && (answer === undefined || answer.data.length === 0)) return null;
  const isDescribed = answer?.data.some(({ description }) => description !== null) ?? false;
  return (
    <PickField
      {...traits}
      {...field}
      several
      label={t('pick.traits')}
      headers={[t('field.name'), ...(isDescribed ? [t('field.description')] : [])]}
      options={answer?.data.map(({ id, name, description }) => ({
        id,
        name,
        cells: isDescribed ? [<bdi key="description">{description ?? '–'}</bdi>] : [],
        ...(ofFlavor.includes(name) && { note: t('pick.trait-of-flavor') }),
      }))}
    />
  );
}
