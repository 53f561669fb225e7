import type { Server } from '@gantry/contract/nouns/servers/entity';
import { bootVolumeOf } from '@gantry/contract/nouns/servers/rules';
import { useMemo } from 'react';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';

/** A volume of a server. */
export interface AttachedVolume {
  id: string;
  name: string;
  /** GiB; null where it is not known. */
  size: number | null;
  /** Null until it is known. */
  status: string | null;
  /** The server boots from it. */
  isBoot: boolean;
  /** It is deleted with the server. */
  goes: boolean;
  projectId: string;
}

/** Volumes of a server in their order, each with its name, status and size: one more list, which follows the events of volumes. */
export function useVolumes(server: Server): AttachedVolume[] {
  const { data } = useList(api.volumes.list, { server: server.id, limit: 100 });
  return useMemo(() => {
    const known = new Map(data?.data.map((volume) => [volume.id, volume]));
    return server.volumes.map(({ id, name, size, delete_on_termination: goes }) => ({
      id,
      name: known.get(id)?.name || name || id,
      size: known.get(id)?.size ?? size,
      status: known.get(id)?.status ?? null,
      isBoot: bootVolumeOf(server) === id,
      goes,
      projectId: server.project_id,
    }));
  }, [data, server]);
}
