import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api, type ApiCall } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useItemId } from '../../../app/resource/use-item-id.ts';
import { NoteDialog } from '../../../ui/dialog/note-dialog.tsx';
import { Page as DetailsPage } from '../details/page.tsx';
import { DETAILS } from '../paths.ts';
import { Body as Flavor } from './flavor.tsx';
import { Body as Metadata } from './metadata.tsx';
import { Body as Name } from './name.tsx';
import { Body as Networks } from './networks.tsx';
import { Body as Password } from './password.tsx';
import { Body as Placement } from './placement.tsx';
import { Body as SshKey } from './ssh-key.tsx';
import { SUBJECTS, type EditBodyProps, type SubjectName } from './subjects.ts';
import { Body as Volumes } from './volumes.tsx';

interface EditSubject {
  /** Calls of which one at least has to be open to the user; else the page says that this is not offered. None: the body explains itself. */
  gates: readonly ApiCall[];
  Body: ComponentType<EditBodyProps>;
}

const BODIES: Readonly<Record<SubjectName, EditSubject>> = {
  name: { gates: [api.servers.update], Body: Name },
  flavor: { gates: [api.servers.resize, api.servers.liveResize], Body: Flavor },
  networks: { gates: [api.servers.attachInterface, api.servers.detachInterface], Body: Networks },
  volumes: { gates: [api.servers.attachVolume, api.servers.detachVolume], Body: Volumes },
  'ssh-key': { gates: [], Body: SshKey },
  password: { gates: [api.servers.changePassword], Body: Password },
  metadata: { gates: [api.servers.update], Body: Metadata },
  placement: { gates: [], Body: Placement },
};

/** The page of one subject: its dialog over the details of the server. */
export function editPage(subject: SubjectName): () => React.ReactNode {
  return function Page() {
    const server = useItem(api.servers.read, { serverId: useItemId(api.servers.read) });
    return (
      <>
        <DetailsPage />
        {server.data && <Subject name={subject} server={server.data} />}
      </>
    );
  };
}

function Subject({ name, server }: { name: SubjectName; server: Server }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const onClose = useClose(server.id);
  const title = t(`title.${SUBJECTS[name]}`);
  const { gates, Body } = BODIES[name];
  if (gates.length > 0 && !gates.some((call) => may(call)))
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
