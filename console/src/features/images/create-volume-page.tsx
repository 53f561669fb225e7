import { VOLUME_GIB } from '@gantry/contract/constants';
import type { Image } from '@gantry/contract/nouns/images/entity';
import { leastVolumeOf } from '@gantry/contract/nouns/images/media';
import { volumeCreateBody, type VolumeCreate } from '@gantry/contract/nouns/volumes/bodies';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { inProjectOf } from '../../app/create/in-project-of.tsx';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { OverPage } from '../../app/resource/over-page.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { PolicyField } from '../../parts/storage-policies/policy-field.tsx';
import { VolumeQuota } from '../../parts/volumes/volume-quota.tsx';
import { ownerOf } from './own.ts';
import { section } from './section.ts';
import { view } from './view.tsx';

const VOLUME = { kind: 'volume' } as const;

type VolumeInput = z.input<typeof volumeCreateBody>;

/** The dialog that makes a volume of an image, over the page of that or of where it was opened from. */
export const Page = () => (
  <OverPage<Image> section={section} page={view.Details}>
    {(image, close) => <CreateVolumeDialog key={image.id} item={image} obstacle={undefined} onClose={close} />}
  </OverPage>
);

function CreateVolume({ item: image, onClose }: ActionDialogProps<Image>) {
  const { t, i18n } = useTranslation('images');
  const text = useNounText('volumes');
  const { id, name } = image;
  const least = leastVolumeOf(image);
  const schema = useMemo(
    () =>
      volumeCreateBody.superRefine(({ size = 0 }, { addIssue }) => {
        if (size < least) addIssue({ code: 'custom', path: ['size'], message: 'too_small', params: { min: least } });
      }),
    [least],
  );
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      makes={VOLUME}
      item={image}
      call={api.volumes.create}
      schema={schema}
      defaults={{ name: name.slice(0, 255), size: least, image_id: id }}
      label={t('volume.title', { name: name || id })}
      submitLabel={t('volume.action')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <NumberField
            form={form}
            name="size"
            label={text('field.size')}
            helper={t('volume.size-helper', { size: formatSize(fromGib(least), i18n.language) })}
            required
            unit="GiB"
            min={least}
            max={VOLUME_GIB.max}
          />
          <Policy form={form} />
          <VolumeQuota form={form} />
        </>
      )}
    </CommandDialog>
  );
}

/** As in the form for any volume: with what the quota leaves of each policy for the size that is typed. */
function Policy({ form }: Pick<Parameters<typeof PolicyField<VolumeInput, VolumeCreate>>[0], 'form'>) {
  const size = useWatch({ control: form.fields.control, name: 'size' });
  return <PolicyField form={form} size={size ?? 0} />;
}

const CreateVolumeDialog = inProjectOf(CreateVolume, ownerOf);
