import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { ServiceError } from '../../../engines/openstack/client/errors.ts';

/** The classes of resources that a node's figures are made of, as far as it has them, in their units: cores, MiB, GiB. */
export type Amounts = Readonly<Partial<Record<'VCPU' | 'MEMORY_MB' | 'DISK_GB', number>>>;

const inventories = z.object({
  inventories: z.record(z.string(), z.object({ total: z.number(), reserved: z.number(), allocation_ratio: z.number() })),
});
const usages = z.object({ usages: z.record(z.string(), z.number()) });

/**
 * What servers may reserve on a node in all: what the scheduler goes by, overcommit and what is kept for the node itself included.
 * Undefined where the cloud has no placement service, where that tells the service account nothing, or knows no such node. Throws
 * engine_unavailable.
 */
export async function offeredBy(api: Api, hypervisorId: string): Promise<Amounts | undefined> {
  const answer = await ask(api, hypervisorId, 'inventories', inventories);
  return (
    answer &&
    Object.fromEntries(
      Object.entries(answer.inventories).map(([name, { total, reserved, allocation_ratio: ratio }]) => [
        name,
        Math.floor((total - reserved) * ratio),
      ]),
    )
  );
}

/** What servers have reserved on a node; undefined and thrown as for what it offers. */
export const reservedOn = async (api: Api, hypervisorId: string): Promise<Amounts | undefined> =>
  (await ask(api, hypervisorId, 'usages', usages))?.usages;

async function ask<T>(api: Api, hypervisorId: string, what: string, answer: z.ZodType<T>): Promise<T | undefined> {
  if (!(await api.has('placement'))) return undefined;
  try {
    return (await api.ask('placement', { path: `/resource_providers/${encodeURIComponent(hypervisorId)}/${what}`, answer })).body;
  } catch (error) {
    if (error instanceof ServiceError && (error.httpStatus === 403 || error.httpStatus === 404)) return undefined;
    throw error;
  }
}
