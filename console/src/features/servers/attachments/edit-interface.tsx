import { updateInterfaceBody, type UpdateInterface } from '@gantry/contract/nouns/servers/interfaces';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { ServerDialog } from '../server-dialog.tsx';
import { changeOf, newNic, typedAddresses, type DraftNic } from '../../../parts/networks/nic-draft.ts';
import { NicFields } from '../../../parts/networks/nic-fields.tsx';
import type { Nic } from './nics.ts';
import { useNicForm } from '../../../parts/networks/use-nic-form.ts';

/** Changes addresses, groups and protection of an interface that a server has. */
export function EditInterfaceDialog({ item: nic, obstacle, onClose }: ActionDialogProps<Nic>) {
  const { t } = useTranslation('servers');
  const before: DraftNic = {
    ...newNic(nic.networkId ?? ''),
    mac_addr: nic.id,
    fixed_ips: typedAddresses(nic.fixed),
    spoofing_protection: nic.isProtected ?? true,
    security_group_ids: nic.groups.map(({ id }) => id),
  };
  const schema: z.ZodType<UpdateInterface, DraftNic> = z
    .custom<DraftNic>()
    .transform((typed) => changeOf(typed, before))
    .pipe(updateInterfaceBody);
  return (
    <ServerDialog
      server={nic.server}
      call={api.servers.updateInterface}
      schema={schema}
      defaults={before}
      label={t('networks.edit-title', { name: nic.name })}
      submitLabel={t('networks.edit-submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <Fields form={form} nic={nic} />}
    </ServerDialog>
  );
}

function Fields({ form, nic }: { form: SchemaForm<DraftNic, UpdateInterface>; nic: Nic }) {
  const network = useItem(api.networks.read, { networkId: nic.networkId ?? '' }, { enabled: nic.networkId !== null });
  return <NicFields {...useNicForm(form)} network={network.data} projectId={nic.server.project_id} isThere />;
}
