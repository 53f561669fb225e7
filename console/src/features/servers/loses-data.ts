import type { Server } from '@gantry/contract/nouns/servers/entity';

type Volume = Server['volumes'][number];

/**
 * Whether data is lost with a server: a disk that lies on its node, or a volume that goes with it.
 * @param goes whether a volume does, where that was chosen otherwise than the volume says
 */
export const losesData = (
  { boots_from_volume: boots, volumes }: Pick<Server, 'boots_from_volume' | 'volumes'>,
  goes: (volume: Volume) => boolean = ({ delete_on_termination: together }) => together,
): boolean => !boots || volumes.some(goes);
