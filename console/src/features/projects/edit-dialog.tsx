import { projectUpdateBody } from '@gantry/contract/nouns/projects/bodies';
import type { Project } from '@gantry/contract/nouns/projects/entity';
import { isDefaultProject } from '@gantry/contract/nouns/projects/rules';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { placeOf } from './section.ts';

/** Changes what a project is called, where it may be, and what is said of it. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<Project>) {
  const text = useNounText('projects');
  const named = !isDefaultProject(item);
  return (
    <CommandDialog
      noun="projects"
      kind="project"
      item={item}
      call={api.projects.update}
      params={placeOf(item)}
      schema={projectUpdateBody}
      defaults={{ ...(named && { name: item.name }), description: item.description }}
      label={text('edit.title', { name: item.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          {named && <TextField form={form} name="name" label={text('field.name')} required />}
          <DescriptionField form={form} label={text('field.description')} />
        </>
      )}
    </CommandDialog>
  );
}
