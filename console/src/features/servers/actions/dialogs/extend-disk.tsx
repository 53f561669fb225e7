import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { ExtendVolumeDialog } from '../../attachments/extend-volume.tsx';

/** Lets the volume that a server boots from grow. It is the first one (S2 §3): the action is for servers that have it. */
export function ExtendDiskDialog({ item: server, ...dialog }: ActionDialogProps<Server>) {
  const [boot] = server.volumes;
  if (!boot) return null;
  return (
    <ExtendVolumeDialog {...dialog} item={{ id: boot.id, name: boot.name || boot.id, size: boot.size, projectId: server.project_id }} />
  );
}
