import { attachVolumeBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { fromGib } from '../../../ui/show/format-size.ts';
import { Size } from '../../../ui/show/size.tsx';
import { ResourceField } from '../../../app/form/resource-field.tsx';
import { useOptions } from '../../../app/list/use-options.ts';
import { ServerDialog } from '../server-dialog.tsx';

interface AttachVolumeProps extends ActionDialogProps<Server> {
  /** The one that is chosen at first. */
  volumeId?: string;
}

/** Gives a server a volume that nobody has. */
export function AttachVolumeDialog({ item: server, volumeId = '', obstacle, onClose }: AttachVolumeProps) {
  const { t } = useTranslation('servers');
  const available = useOptions(api.volumes.list, 'name:asc', 'name', { status: 'available' });
  return (
    <ServerDialog
      server={server}
      call={api.servers.attachVolume}
      schema={attachVolumeBody}
      defaults={{ volume_id: volumeId, delete_on_termination: false }}
      wide
      label={t('volumes.attach-title', { name: server.name })}
      submitLabel={t('volumes.attach')}
      marks={({ volume_id: id }) => [id]}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ResourceField
            options={available}
            form={form}
            name="volume_id"
            label={t('field.volume')}
            helper={t('volumes.attach-helper')}
            cells={[{ label: t('volumes.size'), of: ({ size }) => <Size bytes={fromGib(size)} /> }]}
            // Who sees several projects sees the volumes of all of them.
            obstacleOf={({ project_id: project }) => (project === server.project_id ? undefined : t('volumes.other-project'))}
          />
          <CheckboxField form={form} name="delete_on_termination" label={t('volumes.with-server')} />
        </>
      )}
    </ServerDialog>
  );
}
