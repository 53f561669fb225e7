import { z } from 'zod';
import type { Api } from './api.ts';
import { ServiceError } from './errors.ts';

/** What servers may reserve of a node in all, and what they have reserved, in the units of the class: cores, MiB, GiB. */
export interface Room {
  capacity: number;
  used: number;
}

/** The classes of resources that a node's figures are made of, as far as it has them. */
export type Rooms = Readonly<Partial<Record<'VCPU' | 'MEMORY_MB' | 'DISK_GB', Room>>>;

const inventory = z.object({ total: z.number(), reserved: z.number(), allocation_ratio: z.number() });

/**
 * What the scheduler goes by on a node, overcommit and what is kept for the node itself included. Undefined where the cloud has no
 * placement service, where that tells the service account nothing, or knows no such node. Throws engine_unavailable.
 */
export async function roomsOf(api: Api, hypervisorId: string): Promise<Rooms | undefined> {
  if (!(await api.has('placement'))) return undefined;
  const path = `/resource_providers/${encodeURIComponent(hypervisorId)}`;
  try {
    const [offered, taken] = await Promise.all([
      api.ask('placement', { path: `${path}/inventories`, answer: z.object({ inventories: z.record(z.string(), inventory) }) }),
      api.ask('placement', { path: `${path}/usages`, answer: z.object({ usages: z.record(z.string(), z.number()) }) }),
    ]);
    const { usages } = taken.body;
    return Object.fromEntries(
      Object.entries(offered.body.inventories).map(([name, { total, reserved, allocation_ratio: ratio }]) => [
        name,
        { capacity: Math.floor((total - reserved) * ratio), used: usages[name] ?? 0 },
      ]),
    );
  } catch (error) {
    if (error instanceof ServiceError && (error.httpStatus === 403 || error.httpStatus === 404)) return undefined;
    throw error;
  }
}
