import { z } from 'zod';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { LiveRead } from '../../engine.ts';
import { tokenFor } from '../identity/credential.ts';
import type { Parts } from '../commands/parts.ts';

const entry = z.object({ limit: z.number().int(), in_use: z.number().int(), reserved: z.number().int().default(0) });
const compute = z.object({ quota_set: z.object({ instances: entry, cores: entry, ram: entry }) });
const storage = z.object({ quota_set: z.object({ volumes: entry, snapshots: entry, gigabytes: entry }) });

/** A cloud without volumes allows none. */
const NONE: z.infer<typeof entry> = { limit: 0, in_use: 0, reserved: 0 };

/** Quotas of a project, of servers and of volumes. */
export const readQuota =
  (parts: Parts): LiveRead<Quota> =>
  async ({ credential, requestId, signal }, { id }, query) => {
    const { api, keystone } = parts;
    const as = await tokenFor(keystone, credential, id, requestId);
    const path = `/os-quota-sets/${encodeURIComponent(id)}`;
    const [nova, cinder] = await Promise.all([
      api.ask('compute', { path: `${path}/detail`, as, requestId, signal, answer: compute }),
      (await api.has('volume')) ? api.ask('volume', { path, query: { usage: true }, as, requestId, signal, answer: storage }) : undefined,
    ]);
    const { instances, cores, ram } = nova.body.quota_set;
    const { volumes, snapshots, gigabytes } = cinder?.body.quota_set ?? { volumes: NONE, snapshots: NONE, gigabytes: NONE };
    const shown = ({ limit, in_use: used, reserved }: z.infer<typeof entry>) => ({
      limit,
      used: query['usage'] === true ? used + reserved : null,
    });
    return {
      instances: shown(instances),
      cores: shown(cores),
      ram: shown(ram),
      volumes: shown(volumes),
      snapshots: shown(snapshots),
      gigabytes: shown(gigabytes),
    };
  };
