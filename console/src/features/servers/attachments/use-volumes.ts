import type { Server } from '@gantry/contract/nouns/servers/entity';
import { bootVolumeOf } from '@gantry/contract/nouns/servers/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
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
  /** Name of its storage policy; null where it is not known. */
  policy: string | null;
  /** The server boots from it. */
  isBoot: boolean;
  /** It is deleted with the server. */
  goes: boolean;
  project_id: string;
}

/**
 * What is known of a server's volumes, by id: one list, which follows the events of volumes. A volume that is as new as its server may come
 * later; asked for singly it would be an error until then.
 */
export function useKnownVolumes(server: Server, enabled = true): ReadonlyMap<string, Volume> {
  const { data } = useList(api.volumes.list, { server: server.id, limit: 100 }, undefined, { enabled });
  return useMemo(() => new Map(data?.data.map((volume) => [volume.id, volume])), [data]);
}

/** Volumes of a server in their order, each with its name, status and size. */
export function useVolumes(server: Server): AttachedVolume[] {
  const known = useKnownVolumes(server);
  return useMemo(() => {
    return server.volumes.map(({ id, name, size, delete_on_termination: goes }) => ({
      id,
      name: known.get(id)?.name || name || id,
      size: known.get(id)?.size ?? size,
      status: known.get(id)?.status ?? null,
      policy: known.get(id)?.storage_policy_name ?? null,
      isBoot: bootVolumeOf(server) === id,
      goes,
      project_id: server.project_id,
    }));
  }, [known, server]);
}
