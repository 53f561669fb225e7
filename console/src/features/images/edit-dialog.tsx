import { IMAGE_LIMITS } from '@gantry/contract/constants';
import { imageUpdateBody, type ImageUpdate } from '@gantry/contract/nouns/images/bodies';
import type { Image } from '@gantry/contract/nouns/images/entity';
import { isPublic } from '@gantry/contract/nouns/images/formats';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { OsField } from './os-field.tsx';
import { PublicField } from './public-field.tsx';
import { section } from './section.ts';

const shape = z.object({
  name: z.string(),
  description: z.string(),
  os_distro: z.string(),
  min_disk: z.number().optional(),
  min_ram: z.number().optional(),
  protected: z.boolean(),
  isPublic: z.boolean(),
});

/** What changes: who sees an image stays as it is unless it is given to all projects, or taken from them. */
const schemaOf = (image: Image): z.ZodType<ImageUpdate, z.input<typeof shape>> =>
  shape
    .transform(({ isPublic: toAll, min_disk = 0, min_ram = 0, ...words }): z.input<typeof imageUpdateBody> => ({
      ...words,
      min_disk,
      min_ram,
      ...(toAll !== isPublic(image) && { visibility: toAll ? 'public' : 'private' }),
    }))
    .pipe(imageUpdateBody);

/** Changes what is said of an image, and what it needs; administrators share it with everybody. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<Image>) {
  const { t } = useTranslation('images');
  const text = useNounText(section.noun);
  const { name, os_distro, min_disk, min_ram, protected: isProtected } = item;
  return (
    <CommandDialog
      noun="images"
      kind={section.kind}
      item={item}
      call={api.images.update}
      schema={schemaOf(item)}
      defaults={{
        name,
        description: item.description ?? '',
        os_distro,
        min_disk,
        min_ram,
        protected: isProtected,
        isPublic: isPublic(item),
      }}
      label={text('edit.title', { name: name || item.id })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
          <OsField form={form} />
          <NumberField form={form} name="min_disk" label={t('field.min-disk')} unit="GiB" min={0} max={IMAGE_LIMITS.minDisk} />
          <NumberField form={form} name="min_ram" label={t('field.min-ram')} unit="MiB" min={0} max={IMAGE_LIMITS.minRam} />
          <CheckboxField form={form} name="protected" label={t('field.protected')} />
          <PublicField form={form} />
        </>
      )}
    </CommandDialog>
  );
}
