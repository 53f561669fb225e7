import { attachInterfaceBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { useOptions } from '../../../app/list/use-options.ts';
import { ServerDialog } from '../server-dialog.tsx';

/** The body, where an address that was left empty is none. */
const schema = z.strictObject({
  network_id: attachInterfaceBody.shape.network_id,
  ip: z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(attachInterfaceBody.shape.ip),
});

/** Attaches a server to one more network, or to the same once more. */
export function AddInterfaceDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  const networks = useOptions(api.networks.list, 'name:asc');
  return (
    <ServerDialog
      server={server}
      call={api.servers.attachInterface}
      schema={schema}
      defaults={{ network_id: '', ip: '' }}
      wide
      label={t('networks.add-title', { name: server.name })}
      submitLabel={t('networks.add')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PickField
            {...networks}
            form={form}
            name="network_id"
            label={t('field.network')}
            required
            headers={[t('field.name'), t('field.subnets')]}
            options={networks.answer?.data.map(({ id, name, subnets }) => ({
              id,
              name: name || id,
              cells: [<bdi key="subnets">{subnets.map(({ cidr }) => cidr).join(', ') || '–'}</bdi>],
            }))}
          />
          <TextField form={form} name="ip" label={t('networks.ip')} helper={t('networks.ip-helper')} />
        </>
      )}
    </ServerDialog>
  );
}
