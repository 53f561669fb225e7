import { description, displayName } from '@gantry/contract/wire/values';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { useResourceForm } from '../../../app/form/use-resource-form.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import type { EditBodyProps } from './subjects.ts';

const schema = z.object({ name: displayName, description });

/** Renames a server, and says what it is for. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  const form = useResourceForm({
    noun: 'servers',
    kind: 'server',
    call: api.servers.update,
    params: { serverId: server.id },
    schema,
    defaults: { name: server.name, description: server.description ?? '' },
    onDone: onClose,
  });
  return (
    <FormDialog form={form} label={title} submitLabel={t('edit.save')} onCancel={onClose}>
      <TextField form={form} name="name" label={t('field.name')} required />
      <TextAreaField form={form} name="description" label={t('field.description')} />
    </FormDialog>
  );
}
