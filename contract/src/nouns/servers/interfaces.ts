import { z } from 'zod';

/** A network card of a server. */
const serverInterface = z
  .object({
    /** Names the interface among those of its server. */
    mac_addr: z.string(),
    /** Null where the network is not known. */
    network_id: z.string().nullable(),
    /** Null where the caller does not see the network. */
    network_name: z.string().nullable(),
    /** All its addresses, the floating ones too. */
    ips: z.array(z.string()),
    /** Those of its network's subnets. */
    fixed_ips: z.array(z.string()),
    /** Whether the platform hands out the network's addresses. */
    ipam_enabled: z.boolean().nullable(),
  })
  .meta({ id: 'ServerInterface' });

export const serverInterfaces = z.object({ data: z.array(serverInterface) });
