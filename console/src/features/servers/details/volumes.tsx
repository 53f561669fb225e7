import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useState } from 'react';
import { useCreated } from '../../../app/router/use-return.ts';
import { AttachVolumeDialog } from '../attachments/attach-volume.tsx';
import { useVolumeActions } from '../attachments/use-volume-actions.ts';
import { useVolumes } from '../attachments/use-volumes.ts';
import { VolumeTable } from '../attachments/volume-table.tsx';

/** Volumes of a server; who comes back from making one is asked whether to attach it. */
export function VolumesTab({ server }: { server: Server }) {
  const volumes = useVolumes(server);
  const actions = useVolumeActions(server, volumes);
  const [made, setMade] = useState<string>();
  useCreated(setMade);
  return (
    <>
      <VolumeTable {...actions} server={server} volumes={volumes} />
      {actions.ofServer.dialog}
      {actions.ofVolume.dialog}
      {made !== undefined && <AttachVolumeDialog item={server} volumeId={made} obstacle={undefined} onClose={() => setMade(undefined)} />}
    </>
  );
}
