import { interfaceBody, type InterfaceWanted } from '@gantry/contract/nouns/servers/interfaces';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useOptions } from '../../../app/list/use-options.ts';
import { NetworkField } from '../../../parts/networks/network-field.tsx';
import { ServerDialog } from '../server-dialog.tsx';
import { interfaceOf, newNic, type DraftNic } from '../../../parts/networks/nic-draft.ts';
import { NicFields } from '../../../parts/networks/nic-fields.tsx';
import { useNicForm } from '../../../parts/networks/use-nic-form.ts';

const schema: z.ZodType<InterfaceWanted, DraftNic> = z.custom<DraftNic>().transform(interfaceOf).pipe(interfaceBody);

/** Attaches a server to one more network, or to the same once more. */
export function AddInterfaceDialog({ item: server, obstacle, onClose }: ActionDialogProps<Server>) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={api.servers.attachInterface}
      schema={schema}
      defaults={newNic('')}
      wide
      label={t('networks.add-title', { name: server.name })}
      submitLabel={t('networks.add')}
      marks={({ network_id: id }) => [id]}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <Fields form={form} projectId={server.project_id} />}
    </ServerDialog>
  );
}

function Fields({ form, projectId }: { form: SchemaForm<DraftNic, InterfaceWanted>; projectId: string }) {
  const { t } = useTranslation('servers');
  const networks = useOptions(api.networks.list, 'name:asc');
  const fields = useNicForm(form);
  const network = networks.answer?.data.find(({ id }) => id === fields.nic.network_id);
  return (
    <>
      <NetworkField options={networks} form={form} name="network_id" label={t('field.network')} />
      {fields.nic.network_id !== '' && <NicFields {...fields} network={network} projectId={projectId} />}
    </>
  );
}
