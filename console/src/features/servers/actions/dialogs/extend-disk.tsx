import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { ExtendVolumeDialog } from '../../attachments/extend-volume.tsx';
import { useKnownVolumes } from '../../attachments/use-volumes.ts';

/** Lets the volume that a server boots from grow. It is the first one (S2 §3): the action is for servers that have it. */
export function ExtendDiskDialog({ item: server, ...dialog }: ActionDialogProps<Server>) {
  const known = useKnownVolumes(server);
  const [boot] = server.volumes;
  if (!boot) return null;
  const policy = known.get(boot.id)?.storage_policy_name ?? null;
  const item = { id: boot.id, name: boot.name || boot.id, size: boot.size, policy, project_id: server.project_id };
  return <ExtendVolumeDialog {...dialog} item={item} />;
}
