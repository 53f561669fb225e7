import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ComponentType } from 'react';
import { api, type ApiCall } from '../../../app/api/calls.ts';
import type { FeatureRoute } from '../../../app/feature.ts';
import { formRoute } from '../../../app/resource/routes.ts';
import { DETAILS } from '../paths.ts';
import type en from '../texts/en.json';

/** What the body of a subject gets. It shows a dialog and closes it by `onClose`. */
export interface EditBodyProps {
  /** The server as it is now, also while the dialog is open. */
  server: Server;
  title: string;
  onClose(): void;
}

export interface EditSubject {
  /** Its place in the texts: `title.rename`. */
  title: keyof (typeof en)['title'];
  /** Calls of which one at least has to be open to the user; else the page says that this is not offered. None: the body explains itself. */
  gates: readonly ApiCall[];
  load(): Promise<{ Body: ComponentType<EditBodyProps> }>;
}

/** What of a server is edited at an address of its own (decision D23). Any other subject is an unknown address. */
const SUBJECTS = {
  name: { title: 'rename', gates: [api.servers.update], load: () => import('./name.tsx') },
  flavor: { title: 'resize', gates: [api.servers.resize, api.servers.liveResize], load: () => import('./flavor.tsx') },
  networks: { title: 'networks', gates: [api.servers.attachInterface, api.servers.detachInterface], load: () => import('./networks.tsx') },
  volumes: { title: 'volumes', gates: [api.servers.attachVolume, api.servers.detachVolume], load: () => import('./volumes.tsx') },
  'ssh-key': { title: 'ssh-key', gates: [], load: () => import('./ssh-key.tsx') },
  password: { title: 'password', gates: [api.servers.changePassword], load: () => import('./password.tsx') },
  metadata: { title: 'metadata', gates: [api.servers.update], load: () => import('./metadata.tsx') },
  placement: { title: 'placement', gates: [], load: () => import('../actions/dialogs/move.tsx') },
} satisfies Record<string, EditSubject>;
export type SubjectName = keyof typeof SUBJECTS;

const EDIT = `${DETAILS}/edit`;

/** Address of a subject, as the router writes it. */
export const editPath = <S extends SubjectName>(subject: S) => `${EDIT}/${subject}` as const;

/** The routes of all subjects: over the server's details, under the right to change a server (S2 §2). */
export const editRoutes: readonly FeatureRoute[] = Object.entries<EditSubject>(SUBJECTS).map(([name, subject]) =>
  formRoute(`servers:title.${subject.title}`, {
    path: `${EDIT}/${name}`,
    parent: DETAILS,
    call: api.servers.update,
    item: api.servers.read,
    load: async () => {
      const [{ editPage }, { Body }] = await Promise.all([import('./edit-page.tsx'), subject.load()]);
      return { Page: editPage(subject, Body) };
    },
  }),
);
