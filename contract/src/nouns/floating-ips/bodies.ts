/** What floating IPs are made of, and where they lead. */
import { z } from 'zod';
import { ipAddress, unicastMac } from '../../wire/addresses.ts';
import { reference } from '../../wire/reference.ts';
import { description } from '../../wire/values.ts';

/** An interface of a server, by its hardware address, or a load balancer. */
const target = {
  server_id: reference('server').optional(),
  mac_addr: unicastMac.optional(),
  load_balancer_id: reference('load_balancer').optional(),
  /** Absent: the only IPv4 address that the interface has. */
  fixed_ip_address: ipAddress.optional(),
};

/** Tells what is missing, and what is too much. */
function checkTarget(body: z.output<z.ZodObject<typeof target>>, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): void {
  const isServer = body.load_balancer_id === undefined;
  if (isServer && body.server_id === undefined) addIssue({ code: 'custom', path: ['server_id'], message: 'required' });
  if (isServer && body.mac_addr === undefined) addIssue({ code: 'custom', path: ['mac_addr'], message: 'required' });
  if (!isServer && (body.server_id ?? body.mac_addr ?? body.fixed_ip_address) !== undefined)
    addIssue({ code: 'custom', path: ['load_balancer_id'], message: 'floating_ip_one_target' });
}

const EXAMPLE = { server_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10', mac_addr: 'fa:16:3e:00:00:01' };

export const assignBody = z
  .strictObject(target)
  .superRefine(checkTarget)
  .meta({ id: 'FloatingIpAssign', examples: [EXAMPLE] });
export type FloatingIpAssign = z.output<typeof assignBody>;

export const floatingIpBody = z
  .strictObject({
    floating_network_id: reference('network'),
    /** Absent: any that is free. */
    floating_ip_address: ipAddress.optional(),
    description: description.optional(),
    /** Absent: it leads nowhere yet. */
    assign: z.strictObject(target).superRefine(checkTarget).optional(),
  })
  .meta({ id: 'FloatingIpCreate', examples: [{ floating_network_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10' }] });
export type FloatingIpCreate = z.output<typeof floatingIpBody>;

export const floatingIpUpdateBody = z.strictObject({ description }).meta({ id: 'FloatingIpUpdate', examples: [{ description: 'shop' }] });
export type FloatingIpUpdate = z.output<typeof floatingIpUpdateBody>;
