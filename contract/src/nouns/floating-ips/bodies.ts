/** What floating IPs are made of, and where they lead. */
import { z } from 'zod';
import { ipAddress, unicastMac } from '../../wire/addresses.ts';
import { reference } from '../../wire/reference.ts';
import { description } from '../../wire/values.ts';

/** An interface of a server, by its hardware address. */
const target = {
  server_id: reference('server'),
  mac_addr: unicastMac,
  /** Absent: the only IPv4 address that the interface has. */
  fixed_ip_address: ipAddress.optional(),
};

const EXAMPLE = { server_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10', mac_addr: 'fa:16:3e:00:00:01' };

export const assignBody = z.strictObject(target).meta({ id: 'FloatingIpAssign', examples: [EXAMPLE] });
export type FloatingIpAssign = z.output<typeof assignBody>;

export const floatingIpBody = z
  .strictObject({
    floating_network_id: reference('network'),
    /** Absent: any that is free. */
    floating_ip_address: ipAddress.optional(),
    description: description.optional(),
    /** Absent: it leads nowhere yet. */
    assign: z.strictObject(target).optional(),
  })
  .meta({ id: 'FloatingIpCreate', examples: [{ floating_network_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10' }] });
export type FloatingIpCreate = z.output<typeof floatingIpBody>;

export const floatingIpUpdateBody = z.strictObject({ description }).meta({ id: 'FloatingIpUpdate', examples: [{ description: 'shop' }] });
export type FloatingIpUpdate = z.output<typeof floatingIpUpdateBody>;
