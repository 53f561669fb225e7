import { attachVolumeBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { fromGib } from '../../../ui/show/format-size.ts';
import { Size } from '../../../ui/show/size.tsx';
import { useOptions } from '../../../app/list/use-options.ts';
import { ServerDialog } from '../server-dialog.tsx';

/** Gives a server a volume that nobody has. */
export function AttachVolumeDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  const available = useOptions(api.volumes.list, 'name:asc', 'name', { status: 'available' });
  return (
    <ServerDialog
      server={server}
      call={api.servers.attachVolume}
      schema={attachVolumeBody}
      defaults={{ volume_id: '', delete_on_termination: false }}
      wide
      label={t('volumes.attach-title', { name: server.name })}
      submitLabel={t('volumes.attach')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PickField
            {...available}
            form={form}
            name="volume_id"
            label={t('field.volume')}
            required
            helper={t('volumes.attach-helper')}
            headers={[t('field.name'), t('volumes.size')]}
            options={available.answer?.data.map(({ id, name, size, project_id: project }) => ({
              id,
              name: name || id,
              cells: [<Size key="size" bytes={fromGib(size)} />],
              // Who sees several projects sees the volumes of all of them.
              obstacle: project === server.project_id ? undefined : t('volumes.other-project'),
            }))}
          />
          <CheckboxField form={form} name="delete_on_termination" label={t('volumes.with-server')} />
        </>
      )}
    </ServerDialog>
  );
}
