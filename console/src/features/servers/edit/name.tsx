import { description, displayName } from '@gantry/contract/wire/values';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { DescriptionField } from '../../../ui/form/description-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import type { EditBodyProps } from './subjects.ts';
import { ServerDialog } from '../server-dialog.tsx';

const schema = z.object({ name: displayName, description });

/** Renames a server, and says what it is for. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={api.servers.update}
      schema={schema}
      defaults={{ name: server.name, description: server.description ?? '' }}
      label={title}
      submitLabel={t('edit.save')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t('field.name')} required />
          <DescriptionField form={form} label={t('field.description')} />
        </>
      )}
    </ServerDialog>
  );
}
