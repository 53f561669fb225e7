import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useVolumeActions } from '../attachments/use-volume-actions.ts';
import { useVolumes } from '../attachments/use-volumes.ts';
import { VolumeTable } from '../attachments/volume-table.tsx';

/** Volumes of a server. */
export function VolumesTab({ server }: { server: Server }) {
  const volumes = useVolumes(server);
  const actions = useVolumeActions(server, volumes);
  return (
    <>
      <VolumeTable {...actions} server={server} volumes={volumes} />
      {actions.ofServer.dialog}
      {actions.ofVolume.dialog}
    </>
  );
}
