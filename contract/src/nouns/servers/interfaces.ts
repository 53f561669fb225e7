/** Network cards of a server: as they are, and as they are requested (screens C3 to C5). */
import { z } from 'zod';
import { ipAddress, unicastMac } from '../../wire/addresses.ts';
import { wholeOf } from '../../wire/page.ts';
import { reference } from '../../wire/reference.ts';

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
    /** Whether packets with foreign addresses are held back; null where the cloud does not tell. */
    spoofing_protection: z.boolean().nullable(),
    /** What it lets through; names are null where the caller does not see the group. */
    security_groups: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
  })
  .meta({ id: 'ServerInterface' });

export const serverInterfaces = wholeOf(serverInterface);

/** Most of what one interface may have. */
const INTERFACE_LIMITS = { addresses: 10, groups: 10 } as const;

/** All of them: addresses of the network's subnets, each once. */
const fixedIps = z
  .array(ipAddress)
  .max(INTERFACE_LIMITS.addresses, { error: 'too_many' })
  .refine((list) => new Set(list).size === list.length, { error: 'duplicates' });

const groups = z
  .array(reference('security_group'))
  .max(INTERFACE_LIMITS.groups, { error: 'too_many' })
  .refine((list) => new Set(list).size === list.length, { error: 'duplicates' });

/** What of an interface may be changed while its server has it. */
const changeable = {
  fixed_ips: fixedIps.optional(),
  spoofing_protection: z.boolean().optional(),
  security_group_ids: groups.optional(),
};

/** Groups let through what comes from known addresses: without the protection there are none. */
const withoutProtection = (
  {
    spoofing_protection: isProtected,
    security_group_ids: ids = [],
  }: { spoofing_protection?: boolean | undefined; security_group_ids?: string[] | undefined },
  { addIssue }: z.core.$RefinementCtx,
): void => {
  if (isProtected === false && ids.length > 0) addIssue({ code: 'custom', path: ['security_group_ids'], message: 'groups_unprotected' });
};

/**
 * A network card that a server gets. What is left out is as the cloud has it: a hardware address of its own, the next free address of each
 * IP version that has none in `fixed_ips`, protection against foreign addresses, and the project's default group.
 */
export const interfaceBody = z
  .strictObject({ network_id: reference('network'), mac_addr: unicastMac.optional(), ...changeable })
  .superRefine(withoutProtection)
  .meta({
    examples: [
      { network_id: 'c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32' },
      { network_id: 'c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32', mac_addr: 'fa:16:3e:00:00:01', fixed_ips: ['10.0.0.10', '10.0.0.11'] },
      { network_id: 'c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32', spoofing_protection: false },
    ],
  });
export type InterfaceWanted = z.output<typeof interfaceBody>;

/** What an interface becomes, named by its hardware address. Addresses and groups: all of them, not only what changes. */
export const updateInterfaceBody = z
  .strictObject({ mac_addr: unicastMac, ...changeable, fixed_ips: fixedIps.min(1, { error: 'required' }).optional() })
  .superRefine(withoutProtection)
  .refine((body) => Object.keys(body).length > 1, { error: 'nothing_to_change' })
  .meta({ examples: [{ mac_addr: 'fa:16:3e:00:00:01', spoofing_protection: false }] });
export type UpdateInterface = z.output<typeof updateInterfaceBody>;

/** What can be wrong with an interface. */
export const interfaceFieldTexts = {
  address_taken: 'This address is already in use.',
  address_outside: 'This address is outside the subnets of the network.',
  address_gateway: 'This is the address of the gateway.',
  address_edge: 'The first and the last address of a subnet cannot be assigned.',
  address_unpooled: 'This address is outside the allocation pools of the subnet.',
  network_routed_only: 'Only routers can use this network.',
  address_automatic: 'Addresses in this subnet are assigned automatically.',
  mac_taken: 'This MAC address is already in use in the network.',
  mac_multicast: 'This is a multicast address.',
  groups_unprotected: 'Security groups require spoofing protection.',
  groups_unmanaged: 'Security groups are not available in a network without IP management.',
};
