import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useItemId } from '../../../app/resource/use-item-id.ts';
import { NoteDialog } from '../../../ui/dialog/note-dialog.tsx';
import { Page as DetailsPage } from '../details/page.tsx';
import { DETAILS } from '../paths.ts';
import type { EditBodyProps, EditSubject } from './subjects.ts';

/** The page of one subject: its dialog over the details of the server. */
export function editPage(subject: EditSubject, Body: ComponentType<EditBodyProps>): () => React.ReactNode {
  return function Page() {
    const server = useItem(api.servers.read, { serverId: useItemId(api.servers.read) });
    return (
      <>
        <DetailsPage />
        {server.data && <Subject subject={subject} Body={Body} server={server.data} />}
      </>
    );
  };
}

function Subject({ subject, Body, server }: { subject: EditSubject; Body: ComponentType<EditBodyProps>; server: Server }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const onClose = useClose(server.id);
  const title = t(`title.${subject.title}`);
  if (subject.gates.length > 0 && !subject.gates.some((call) => may(call)))
    return (
      <NoteDialog title={title} onClose={onClose}>
        {t('edit.not-offered')}
      </NoteDialog>
    );
  return <Body server={server} title={title} onClose={onClose} />;
}

/** Back to where the dialog was opened: the list with its page and filters, or the details. */
function useClose(serverId: string): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  return useCallback(() => {
    if (canGoBack) router.history.back();
    else void navigate({ to: DETAILS, params: { serverId }, replace: true });
  }, [router, canGoBack, navigate, serverId]);
}
