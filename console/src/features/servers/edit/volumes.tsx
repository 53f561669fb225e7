import { NoteDialog } from '../../../ui/dialog/note-dialog.tsx';
import { useVolumeActions } from '../attachments/use-volume-actions.ts';
import { useVolumes } from '../attachments/use-volumes.ts';
import { VolumeTable } from '../attachments/volume-table.tsx';
import type { EditBodyProps } from './subjects.ts';

/** Volumes of a server, to be changed. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const volumes = useVolumes(server);
  const actions = useVolumeActions(server, volumes);
  return (
    <NoteDialog wide title={title} question={actions.ofServer.dialog ?? actions.ofVolume.dialog} onClose={onClose}>
      <VolumeTable {...actions} server={server} volumes={volumes} />
    </NoteDialog>
  );
}
