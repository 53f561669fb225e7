import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { Detour, type DetourProps } from '../../app/create/detour.tsx';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';

/** Where SSH keys are added. */
const ADD_KEY = '/compute/ssh-keys/add';

interface KeyFieldProps<I extends FieldValues, O> extends Pick<FieldProps<I, O>, 'form' | 'name'> {
  hidesLabel?: boolean;
  helper: ReactNode;
  /** What an empty choice means; absent: one has to be chosen. */
  none?: string;
  /** Where the form for another key leads back to. */
  back: DetourProps['back'];
}

/** Chooses one of the user's SSH keys. One that is added elsewhere meanwhile appears by itself. */
export function KeyField<I extends FieldValues, O>({ back, ...field }: KeyFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const may = useMay();
  return (
    <>
      <ResourceField
        {...field}
        options={useOptions(api.keyPairs.list, 'name:asc')}
        label={t('pick.key')}
        cells={[{ label: t('pick.fingerprint'), of: ({ fingerprint }) => <bdi>{fingerprint}</bdi> }]}
      />
      {may(api.keyPairs.create) && (
        <Detour to={ADD_KEY} back={back}>
          {t('pick.add-key')}
        </Detour>
      )}
    </>
  );
}
