import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { isOfProject } from '@gantry/contract/nouns/volumes/rules';
import { every } from '@gantry/contract/wire/rule-result';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { BulkDialog } from '../../app/form/bulk-dialog.tsx';
import type { BulkDialogProps } from '../../ui/action/action.ts';
import { toServer } from './attach-dialog.tsx';
import { ServerField } from './server-field.tsx';

/** Gives several volumes to one server: those of its project. */
export function AttachSeveralDialog({ rule, ...props }: BulkDialogProps<Volume>) {
  const { t } = useTranslation('volumes');
  const [server, setServer] = useState<Server>();
  return (
    <BulkDialog
      {...props}
      noun="volumes"
      kind="volume"
      call={api.volumes.bulkAttach}
      rule={every<Volume>(rule, (volume) => (server ? isOfProject(volume, server) : true))}
      schema={toServer}
      defaults={{ server_id: '' }}
      label={(count) => t('attach.several', { count })}
      submitLabel={t('attach.action')}
      wide
      confirmOnClose={false}
    >
      {(form) => <ServerField form={form} volumes={props.items} onPick={setServer} />}
    </BulkDialog>
  );
}
