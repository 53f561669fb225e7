import type { Server } from '@gantry/contract/nouns/servers/entity';
import { displayName } from '@gantry/contract/wire/values';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useResourceForm } from '../../../app/form/use-resource-form.ts';
import { useItemId } from '../../../app/resource/use-item-id.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { Page as DetailsPage } from '../details/page.tsx';
import { DETAILS } from '../paths.ts';

/** Renames a server, over its details. */
export function Page() {
  const server = useItem(api.servers.read, { serverId: useItemId(api.servers.read) });
  return (
    <>
      <DetailsPage />
      {server.data && <RenameDialog server={server.data} />}
    </>
  );
}

const schema = z.object({ name: displayName });

function RenameDialog({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  // Back to where the dialog was opened: the list with its page and filters, or the details.
  const close = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: DETAILS, params: { serverId: server.id }, replace: true });
  };
  const form = useResourceForm({
    noun: 'servers',
    kind: 'server',
    call: api.servers.update,
    params: { serverId: server.id },
    schema,
    defaults: { name: server.name },
    onDone: close,
  });
  return (
    <FormDialog form={form} label={t('rename.label')} submitLabel={t('rename.submit')} onCancel={close}>
      <TextField form={form} name="name" label={t('field.name')} required />
    </FormDialog>
  );
}
