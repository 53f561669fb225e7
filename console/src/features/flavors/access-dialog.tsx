import { flavorAccessBody } from '@gantry/contract/nouns/flavors/calls';
import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useProjects } from '../../app/resource/use-projects.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { PickField } from '../../ui/form/pick-field.tsx';

/** Chooses the projects that may use a flavor. */
export function AccessDialog({ item, obstacle, onClose }: ActionDialogProps<Flavor>) {
  const { t } = useTranslation('flavors');
  const text = useNounText('flavors');
  const { projects, ...found } = useProjects();
  const options = projects?.map(({ id, name, domain }) => ({ id, name, cells: [], group: domain }));
  return (
    <CommandDialog
      noun="flavors"
      kind="flavor"
      item={item}
      call={api.flavors.setAccess}
      schema={flavorAccessBody}
      defaults={{ project_ids: item.project_ids ?? [] }}
      wide
      label={t('access.title', { name: item.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <PickField
          {...found}
          options={options}
          form={form}
          name="project_ids"
          several
          label={t('field.projects')}
          headers={[text('field.name')]}
        />
      )}
    </CommandDialog>
  );
}
