import type { Server } from '@gantry/contract/nouns/servers/entity';
import { displayName } from '@gantry/contract/wire/values';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { useCommand, useItem } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { fieldText, useFailure } from '../../../app/errors/failure.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Page as DetailsPage } from '../details/page.tsx';
import { DETAILS } from '../paths.ts';
import { useServerId } from '../use-server-id.ts';

/** Renames a server, over its details. */
export function Page() {
  const server = useItem(api.servers.read, { serverId: useServerId() });
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
  const { t: shell } = useTranslation('shell');
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const describe = useFailure();
  const refresh = useRefresh('server');
  const rename = useCommand(api.servers.update);
  // Back to where the dialog was opened: the list with its page and filters, or the details.
  const close = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: DETAILS, params: { serverId: server.id }, replace: true });
  };
  const form = useSchemaForm({
    schema,
    defaults: { name: server.name },
    submit: (body) => rename.mutateAsync({ params: { serverId: server.id }, body }),
    onDone: () => {
      void refresh();
      close();
    },
    describe,
    fieldText: (text) => fieldText(shell, text),
  });
  return (
    <FormDialog form={form} label={t('rename.label')} submitLabel={t('rename.submit')} onCancel={close}>
      <TextField form={form} name="name" label={t('field.name')} required />
    </FormDialog>
  );
}
