import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api, type ApiCall } from '../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { NoteDialog } from '../../../ui/dialog/note-dialog.tsx';
import { useUiText } from '../../../ui/text.ts';
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
  /** Calls of which one at least has to be open to the user; else it says that this is not offered. None: the body explains itself. */
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

interface SubjectProps {
  name: SubjectName;
  server: Server;
  onClose(): void;
}

/** Edits one subject of a server, in a dialog over the page it was opened from; its title says which server. */
export function Subject({ name, server, onClose }: SubjectProps) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const may = useMay();
  const title = ui('dialog.of', { what: t(`title.${SUBJECTS[name]}`), name: server.name });
  const { gates, Body } = BODIES[name];
  if (gates.length > 0 && !gates.some((call) => may(call)))
    return (
      <NoteDialog title={title} onClose={onClose}>
        {t('edit.not-offered')}
      </NoteDialog>
    );
  return <Body server={server} title={title} onClose={onClose} />;
}

/** The same as the dialog of an action. */
export const subjectDialog = (name: SubjectName) =>
  function SubjectDialog({ item, onClose }: ActionDialogProps<Server>) {
    return <Subject name={name} server={item} onClose={onClose} />;
  };
