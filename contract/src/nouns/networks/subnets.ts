/** Subnets: the addresses of a network (S1 §3). They are part of it, and stand in its document. */
import { z } from 'zod';
import { NETWORK_LIMITS } from '../../constants.ts';
import { canonicalIp, canonicalRange } from '../../validation/canonical.ts';
import { networkProblem } from '../../validation/cidr.ts';
import { ipAddress } from '../../wire/addresses.ts';
import { FORMS } from '../../wire/forms.ts';
import { patterned } from '../../wire/patterned.ts';
import { reference } from '../../wire/reference.ts';
import { displayName } from '../../wire/values.ts';
import { newNetworkProblem, subnetProblems } from './subnet-rules.ts';

/** How hosts get IPv6 addresses; absent and null: nobody hands them out. */
export const IPV6_MODES = ['slaac', 'dhcpv6-stateful', 'dhcpv6-stateless'] as const;
const ipv6Mode = z.enum(IPV6_MODES);

/** First and last address of a range that is handed out. */
const pool = z.object({ start: z.string(), end: z.string() });

/** A subnet as it is read. */
export const subnet = z.object({
  id: z.string(),
  name: z.string().nullable(),
  ip_version: z.union([z.literal(4), z.literal(6)]),
  /** `10.0.0.0/24` */
  cidr: z.string(),
  gateway_ip: z.string().nullable(),
  allocation_pools: z.array(pool),
  dns_nameservers: z.array(z.string()),
  enable_dhcp: z.boolean(),
  ipv6_ra_mode: ipv6Mode.nullable(),
  ipv6_address_mode: ipv6Mode.nullable(),
});
export type Subnet = z.infer<typeof subnet>;

/**
 * Addresses of a subnet: those that its pools hand out, so many of them in use and free. Null where they are not counted: more than a number
 * holds exactly (2^53), and of subnets whose hosts make their addresses themselves; `used` is known all the same.
 */
export const subnetAddresses = z
  .object({ subnet_id: z.string(), total: z.number().int().nullable(), used: z.number().int(), free: z.number().int().nullable() })
  .meta({ id: 'SubnetAddresses' });
export type SubnetAddresses = z.infer<typeof subnetAddresses>;

/** What the form of a DNS server holds as long as nobody has typed one; it is no address, and dropped (S1 §5). */
const DNS_PLACEHOLDER = '{ip}';

/** `10.0.0.0/24`; what is wrong with another text is told with the network that was meant. Kept in its shortest form. */
export const cidr = patterned(
  'cidr',
  z
    .string()
    .max(64, { error: 'too_long', abort: true })
    .superRefine((text, { addIssue }) => {
      const problem = networkProblem(text);
      // Of what is no network nothing else is said.
      if (problem) addIssue({ code: 'custom', message: problem.code, params: problem.params ?? {}, continue: false });
    })
    .overwrite(canonicalRange),
);

const pools = z
  .array(
    z.strictObject({
      start: ipAddress,
      end: ipAddress,
      /** One that a form has struck out: left out of what is kept (S1 §5). */
      deleted: z.boolean().optional(),
    }),
  )
  .max(NETWORK_LIMITS.pools, { error: 'too_many' });

const nameserver = patterned(
  'nameserver',
  z
    .string()
    .max(64, { error: 'ip' })
    .refine((text) => text === DNS_PLACEHOLDER || FORMS.ipv4.fits(text) || FORMS.ipv6.fits(text), { error: 'ip' })
    .overwrite(canonicalIp),
);

/** What can be changed of a subnet, and what a new one has beside its network's address. */
const changeable = {
  name: displayName.optional(),
  /** Null: none. Absent in a new one: the first address. */
  gateway_ip: ipAddress.nullable().optional(),
  enable_dhcp: z.boolean().optional(),
  dns_nameservers: z.array(nameserver).max(NETWORK_LIMITS.nameservers, { error: 'too_many' }).optional(),
  /** Absent in a new one: all addresses but that of the gateway. */
  allocation_pools: pools.optional(),
};

const created = { ...changeable, cidr, ipv6_ra_mode: ipv6Mode.optional(), ipv6_address_mode: ipv6Mode.optional() };

/** Tells each problem of a subnet at its member. */
function checkSubnet(body: z.output<z.ZodObject<typeof created>>, { addIssue }: z.RefinementCtx): void {
  const problem = newNetworkProblem(body);
  const problems = [...(problem ? [{ path: ['cidr'], ...problem }] : []), ...subnetProblems(body)];
  for (const { path, code, params } of problems) addIssue({ code: 'custom', path, message: code, params: params ?? {} });
}

/** A subnet that comes with a new network. */
export const subnetBody = z.strictObject(created).superRefine(checkSubnet);
export type SubnetWanted = z.output<typeof subnetBody>;

export const subnetCreateBody = z
  .strictObject({ network_id: reference('network'), ...created })
  .superRefine(checkSubnet)
  .meta({ id: 'SubnetCreate', examples: [{ network_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10', cidr: '10.0.1.0/24' }] });
export type SubnetCreate = z.output<typeof subnetCreateBody>;

/** Whether gateway and pools fit the subnet's network address is judged against the subnet itself (`subnetProblems`). */
export const subnetUpdateBody = z
  .strictObject(changeable)
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'SubnetUpdate', examples: [{ gateway_ip: '10.0.1.254' }] });
export type SubnetUpdate = z.output<typeof subnetUpdateBody>;

/** What is kept of nameservers and pools: neither placeholders nor what was struck out (S1 §5). */
export const keptNameservers = (list: readonly string[]): string[] => list.filter((text) => text !== DNS_PLACEHOLDER);
export const keptPools = (list: readonly { start: string; end: string; deleted?: boolean | undefined }[]): z.infer<typeof pool>[] =>
  list.filter(({ deleted }) => deleted !== true).map(({ start, end }) => ({ start, end }));
