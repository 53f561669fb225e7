import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { requiredTraits } from '@gantry/contract/nouns/flavors/traits';
import { useTranslation } from 'react-i18next';
import type { FieldValues } from 'react-hook-form';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';

interface FlavorFieldProps<I extends FieldValues, O> extends Pick<FieldProps<I, O>, 'form' | 'name'> {
  hidesLabel?: boolean;
  /** Why one cannot be chosen. */
  obstacleOf(flavor: Flavor): string | undefined;
  /** What speaks against one without forbidding it. */
  noteOf?(flavor: Flavor): string | undefined;
  /** What they stand under, and in which order; absent: by their memory. */
  groupOf?(flavor: Flavor): { label: string; rank: number };
}

/** Chooses the size of a server. */
export function FlavorField<I extends FieldValues, O>({
  form,
  name,
  hidesLabel = false,
  obstacleOf,
  noteOf,
  groupOf,
}: FlavorFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const flavors = useOptions(api.flavors.list, 'ram:asc');
  const rankOf = (flavor: Flavor): number => groupOf?.(flavor).rank ?? 0;
  // Few have any: where none has, nothing is said of it.
  const anySwap = flavors.answer?.data.some(({ swap }) => swap > 0) === true;
  const sorted = flavors.answer?.data.toSorted((one, other) => rankOf(one) - rankOf(other));
  const asks = flavors.answer?.data.some(({ extra_specs: specs }) => requiredTraits(specs).length > 0) ?? false;
  return (
    <PickField
      {...flavors}
      form={form}
      name={name}
      label={t('pick.flavor')}
      hidesLabel={hidesLabel}
      required
      headers={[
        t('field.name'),
        t('pick.vcpus'),
        t('pick.ram'),
        t('pick.disk'),
        ...(anySwap ? [t('pick.swap')] : []),
        ...(asks ? [t('pick.traits')] : []),
      ]}
      options={sorted?.map((one) => ({
        id: one.id,
        name: one.name,
        ...(groupOf && { group: groupOf(one).label }),
        cells: [
          one.vcpus,
          <Size key="ram" bytes={fromMib(one.ram)} />,
          <Size key="disk" bytes={fromGib(one.disk)} />,
          ...(anySwap ? [one.swap > 0 ? <Size key="swap" bytes={fromMib(one.swap)} /> : '–'] : []),
          ...(asks ? [<bdi key="traits">{requiredTraits(one.extra_specs).join(', ') || '–'}</bdi>] : []),
        ],
        obstacle: obstacleOf(one),
        note: noteOf?.(one),
      }))}
    />
  );
}
