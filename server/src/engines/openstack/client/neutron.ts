import { z } from 'zod';
import type { Api } from './api.ts';
import { chunks } from './pages.ts';

export const neutronPort = z.object({
  id: z.string(),
  network_id: z.string(),
  device_id: z.string(),
  mac_address: z.string(),
  fixed_ips: z.array(z.object({ ip_address: z.string() })),
  /** How the guest gets it: `normal`, or a device of the node such as `direct`. */
  'binding:vnic_type': z.string().nullish(),
  /** Absent where the service has no such extension. */
  port_security_enabled: z.boolean().nullish(),
  security_groups: z.array(z.string()).nullish(),
  /** `gantry_task` on a port that Gantry made for a server. */
  description: z.string().nullish(),
});
export type NeutronPort = z.infer<typeof neutronPort>;

/** Servers asked for in one request: 60 ids of 47 characters stay below the 4 KiB that the smallest web server takes as an address. */
const DEVICES = 60;
const LIMIT = 1000;
const PORT_FIELDS = Object.keys(neutronPort.shape).map((field) => ['fields', field] as const);

/** The ports of some servers. */
export const listPorts = (api: Api, serverIds: readonly string[]): Promise<NeutronPort[]> =>
  listByIds('/ports', 'device_id', serverIds, PORT_FIELDS, async (request) => {
    const answer = await api.ask('network', { ...request, answer: z.object({ ports: z.array(neutronPort) }) });
    return answer.body.ports;
  });

/** A listing narrowed to ids, a few at a time, all pages of each. */
export async function listByIds<T extends { id: string }>(
  path: string,
  key: string,
  ids: readonly string[],
  more: readonly (readonly [string, string])[],
  ask: (request: { path: string; query: URLSearchParams }) => Promise<T[]>,
): Promise<T[]> {
  const result: T[] = [];
  for (const some of chunks(ids, DEVICES)) {
    let marker: string | undefined;
    do {
      const query = new URLSearchParams({ limit: String(LIMIT) });
      for (const id of some) query.append(key, id);
      for (const [name, value] of more) query.append(name, value);
      if (marker) query.set('marker', marker);
      const page = await ask({ path, query });
      result.push(...page);
      marker = page.length >= LIMIT ? page.at(-1)!.id : undefined;
    } while (marker);
  }
  return result;
}
