import { InterfaceTable } from '../attachments/interface-table.tsx';
import { NoteDialog } from '../../../ui/dialog/note-dialog.tsx';
import { nicsOf } from '../attachments/nics.ts';
import { useInterfaceActions } from '../attachments/use-interface-actions.ts';
import type { EditBodyProps } from './subjects.ts';

/** Networks of a server, to be changed. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const nics = nicsOf(server);
  const actions = useInterfaceActions(server, nics);
  return (
    <NoteDialog wide title={title} question={actions.ofServer.dialog ?? actions.ofNic.dialog} onClose={onClose}>
      <InterfaceTable {...actions} server={server} nics={nics} />
    </NoteDialog>
  );
}
