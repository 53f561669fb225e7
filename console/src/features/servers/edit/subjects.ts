import type { Server } from '@gantry/contract/nouns/servers/entity';
import { DETAILS } from '../paths.ts';
import type en from '../texts/en.json';

/** What the body of a subject gets. It shows a dialog and closes it by `onClose`. */
export interface EditBodyProps {
  /** The server as it is now, also while the dialog is open. */
  server: Server;
  title: string;
  onClose(): void;
}

/** What of a server is edited at an address of its own (decision D23), with its place in the texts. Any other subject is an unknown address. */
export const SUBJECTS = {
  name: 'rename',
  flavor: 'resize',
  networks: 'networks',
  volumes: 'volumes',
  'ssh-key': 'ssh-key',
  password: 'password',
  metadata: 'metadata',
  placement: 'placement',
} as const satisfies Record<string, keyof (typeof en)['title']>;
export type SubjectName = keyof typeof SUBJECTS;

const EDIT = `${DETAILS}/edit`;

/** Address of a subject, as the router writes it. */
export const editPath = <S extends SubjectName>(subject: S) => `${EDIT}/${subject}` as const;
