import { flavorAccessBody } from '@gantry/contract/nouns/flavors/calls';
import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { useProjects } from './use-projects.ts';

/** Chooses the projects that may use a flavor. */
export function AccessDialog({ item, obstacle, onClose }: ActionDialogProps<Flavor>) {
  const { t } = useTranslation('flavors');
  const projects = useProjects();
  const form = useResourceForm({
    noun: 'flavors',
    kind: 'flavor',
    call: api.flavors.setAccess,
    params: { flavorId: item.id },
    schema: flavorAccessBody,
    defaults: { project_ids: item.project_ids ?? [] },
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      wide
      label={t('access.title', { name: item.name })}
      submitLabel={t('access.save')}
      obstacle={obstacle}
      onCancel={onClose}
    >
      <PickField {...projects} form={form} name="project_ids" several label={t('access.projects')} headers={[t('field.name')]} />
    </FormDialog>
  );
}
