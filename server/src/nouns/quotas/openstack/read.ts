import { z } from 'zod';
import { storagePolicyKind } from '@gantry/contract/nouns/storage-policies/entity';
import { loadBalancerKind } from '@gantry/contract/nouns/load-balancers/entity';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { perQuotaResource } from '@gantry/contract/wire/quotas';
import type { Row } from '../../../port/store/rows.ts';
import type { Store } from '../../../port/store/store.ts';
import type { LiveRead } from '../../../port/engine.ts';
import { tokenFor } from '../../../engines/openstack/identity/credential.ts';
import { quotaProject } from './set.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { COUNTED_BY, perCounted } from './counting.ts';
import type { Parts } from '../../../engines/openstack/commands/parts.ts';

const entry = z.object({ limit: z.number().int(), in_use: z.number().int(), reserved: z.number().int().default(0) });
type Entry = z.infer<typeof entry>;
const compute = z.object({ quota_set: z.object(perCounted('compute', () => entry)) });
/** Beside these it has, for each volume type, `gigabytes_` and its name. */
const storage = z.object({ quota_set: z.object(perCounted('volume', () => entry)).catchall(z.unknown()) });

/** What the network service counts itself, where it can (`quota_details`); of an extension that it lacks it tells nothing. */
const counted = z
  .object({ limit: z.number().int(), used: z.number().int(), reserved: z.number().int() })
  .transform(({ used: in_use, ...rest }): Entry => ({ ...rest, in_use }));
const network = z.object({ quota: z.object(perCounted('network', () => counted.optional())) });

/** What the load balancing service allows; it counts for itself, and tells nobody. */
const balancing = z.object({ quota: z.object(perCounted('load_balancer', () => z.number().int().nullish())) });

/** Load balancers of a project, as far as they are known. */
async function balancersOf({ read }: Store, { id, domainId }: Row): Promise<number> {
  const visibility = { scope: { type: 'project', projectId: id, domainId: domainId ?? '' }, userId: '', domainId: domainId ?? '' } as const;
  const sort = { key: 'name', descending: false };
  return (await read.list({ kind: loadBalancerKind, visibility, filters: {}, sort, limit: 1, withCount: true })).count ?? 0;
}

/** What is not counted has no limit that is known. */
const UNCOUNTED = { limit: -1, used: null };

/** A cloud without volumes, or load balancers, allows none. */
const NONE: Entry = { limit: 0, in_use: 0, reserved: 0 };

/** Most storage policies that a quota tells of. */
const MOST = 200;

/** Names of the storage policies that a project may choose: the volume service tells of all, also of those that are not for everybody. */
async function policiesOf({ read }: Store, { engine, id, domainId }: Row): Promise<string[]> {
  const { rows } = await read.list({
    kind: storagePolicyKind,
    visibility: { scope: { type: 'project', projectId: id, domainId: domainId ?? '' }, userId: '', domainId: domainId ?? '' },
    filters: {},
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  return rows.flatMap((row) => (row.engine === engine ? [row.document.name] : []));
}

/** Quotas of a project, of servers and of volumes. */
export const readQuota =
  (parts: Parts): LiveRead<Quota> =>
  async ({ credential, actor, store, requestId, signal }, project, query) => {
    const { api, keystone } = parts;
    const { id } = project;
    const as = await tokenFor(keystone, credential, await quotaProject(parts, actor, id), requestId);
    const path = `/os-quota-sets/${encodeURIComponent(id)}`;
    const [nova, cinder, networks, octavia] = await Promise.all([
      api.ask('compute', { path: `${path}/detail`, as, requestId, signal, answer: compute }),
      (await api.has('volume')) ? api.ask('volume', { path, query: { usage: true }, as, requestId, signal, answer: storage }) : undefined,
      ignoreNotFound(api.ask('network', { path: `/quotas/${encodeURIComponent(id)}/details`, as, requestId, signal, answer: network })),
      (await api.has('load_balancer'))
        ? api.ask('load_balancer', { path: `/lbaas/quotas/${encodeURIComponent(id)}`, as, requestId, signal, answer: balancing })
        : undefined,
    ]);
    const volumes = cinder?.body.quota_set ?? perCounted('volume', () => NONE);
    const used = await balancersOf(store, project);
    const balancers = Object.entries(octavia?.body.quota ?? {}).map(([name, limit]) => [
      name,
      { limit: limit ?? -1, in_use: used, reserved: 0 },
    ]);
    const sets = {
      compute: nova.body.quota_set,
      volume: volumes,
      network: networks?.body.quota ?? {},
      load_balancer: octavia ? (Object.fromEntries(balancers) as Record<string, Entry>) : perCounted('load_balancer', () => NONE),
    };
    const shown = ({ limit, in_use: used, reserved }: Entry) => ({ limit, used: query['usage'] === true ? used + reserved : null });
    return {
      ...perQuotaResource((resource) => {
        const counting = COUNTED_BY[resource];
        const found = counting && sets[counting[0]][counting[1]];
        return found ? shown(found) : UNCOUNTED;
      }),
      storage_policies: (await policiesOf(store, project)).flatMap((name) => {
        const counted = entry.safeParse(volumes[`gigabytes_${name}`]);
        return counted.success ? [{ name, ...shown(counted.data) }] : [];
      }),
    };
  };
