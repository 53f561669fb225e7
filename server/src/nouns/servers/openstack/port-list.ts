import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { listByIds } from '../../../engines/openstack/client/by-ids.ts';

export const neutronPort = z.object({
  id: z.string(),
  network_id: z.string(),
  device_id: z.string(),
  mac_address: z.string(),
  /** Of whom it is: `compute:nova`, `network:router_interface`. */
  device_owner: z.string().nullish(),
  status: z.string().nullish(),
  fixed_ips: z.array(z.object({ ip_address: z.string(), subnet_id: z.string().nullish() })),
  /** How the guest gets it: `normal`, or a device of the node such as `direct`. */
  'binding:vnic_type': z.string().nullish(),
  /** Absent where the service has no such extension. */
  port_security_enabled: z.boolean().nullish(),
  security_groups: z.array(z.string()).nullish(),
  /** `gantry_task` on a port that Gantry made for a server. */
  description: z.string().nullish(),
});
export type NeutronPort = z.infer<typeof neutronPort>;

const PORT_FIELDS = Object.keys(neutronPort.shape).map((field) => ['fields', field] as const);

/** The ports of some servers, or routers. */
export const listPorts = (api: Api, deviceIds: readonly string[]): Promise<NeutronPort[]> =>
  listByIds(api, 'network', { path: '/ports', many: 'ports', item: neutronPort, key: 'device_id', more: PORT_FIELDS }, deviceIds);
