import { imageShareBody } from '@gantry/contract/nouns/images/bodies';
import type { Image } from '@gantry/contract/nouns/images/entity';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useProjects } from '../../app/resource/use-projects.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';

/** Offers an image to a project: by name to who sees projects, else by the id, as image services have it. */
export function ShareDialog({ item, obstacle, onClose }: ActionDialogProps<Image>) {
  const { t } = useTranslation('images');
  const sees = useMay()(api.projects.list);
  const { projects, ...query } = useProjects(sees);
  const others = projects?.filter(({ id }) => id !== item.project_id && !item.members?.some(({ project_id: one }) => one === id));
  return (
    <CommandDialog
      noun="images"
      kind={section.kind}
      item={item}
      call={api.images.share}
      schema={imageShareBody}
      defaults={{ project_id: '' }}
      marks={({ project_id: id }) => [id]}
      label={t('share.title', { name: item.name || item.id })}
      intro={t('share.intro')}
      submitLabel={t('share.action')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) =>
        sees ? (
          <ResourceField
            form={form}
            name="project_id"
            label={t('share.project')}
            options={{ ...query, answer: others && { data: others } }}
            cells={[{ label: t('share.domain'), of: ({ domain }) => domain }]}
          />
        ) : (
          <TextField form={form} name="project_id" label={t('share.id')} helper={t('share.id-helper')} required />
        )
      }
    </CommandDialog>
  );
}
