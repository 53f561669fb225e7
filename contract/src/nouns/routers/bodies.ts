/** What routers are made of, and what can be changed of them (S2 §3, §7). */
import { z } from 'zod';
import { ROUTER_LIMITS } from '../../constants.ts';
import { ipAddress } from '../../wire/addresses.ts';
import { reference } from '../../wire/reference.ts';
import { displayName, id } from '../../wire/values.ts';
import { cidr } from '../networks/subnets.ts';

/** The way out. */
const gateway = z.strictObject({
  network_id: reference('network'),
  /** Whether servers without a floating IP reach the outside by the router's address. Absent: as the cloud has it. */
  enable_snat: z.boolean().optional(),
  /** Absent: any that is free. */
  external_fixed_ips: z
    .array(z.strictObject({ ip_address: ipAddress }))
    .min(1, { error: 'required' })
    .max(ROUTER_LIMITS.externalAddresses, { error: 'too_many' })
    .optional(),
});
export type GatewayWanted = z.output<typeof gateway>;

/** What a new destination may be beside its form, `newRouteProblems` says: routes that the router has stay, whoever made them. */
const route = z.strictObject({ destination: cidr, nexthop: ipAddress });

const routes = z
  .array(route)
  .max(ROUTER_LIMITS.routes, { error: 'too_many' })
  .refine((list) => new Set(list.map(({ destination, nexthop }) => `${destination} ${nexthop}`)).size === list.length, {
    error: 'duplicates',
  });

/** A new interface. */
const wantedInterface = z.strictObject({
  network_id: reference('network'),
  /** Absent: the first one of the network. */
  subnet_id: id.optional(),
  /** Absent: the address of the subnet's gateway, which one router only may have. */
  ip_address: ipAddress.optional(),
});
export type AddRouterInterface = z.output<typeof wantedInterface>;

export const routerBody = z
  .strictObject({
    name: displayName,
    external_gateway_info: gateway.optional(),
    /** Subnets that it connects from the beginning: all of them, or there is no router. */
    interfaces: z.array(wantedInterface).max(ROUTER_LIMITS.interfaces, { error: 'too_many' }).optional(),
  })
  .meta({ id: 'RouterCreate', examples: [{ name: 'edge' }] });
export type RouterCreate = z.output<typeof routerBody>;

export const routerUpdateBody = z
  .strictObject({
    name: displayName.optional(),
    /** Null: no way out any more. */
    external_gateway_info: gateway.nullable().optional(),
    /** All of them, not only what changes. */
    routes: routes.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'RouterUpdate', examples: [{ name: 'border' }] });
export type RouterUpdate = z.output<typeof routerUpdateBody>;

export const addInterfaceBody = wantedInterface.meta({
  id: 'RouterInterfaceAdd',
  examples: [{ network_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10' }],
});

/** All interfaces that the router has in a network. */
export const removeInterfaceBody = z
  .strictObject({ network_id: id })
  .meta({ id: 'RouterInterfaceRemove', examples: [{ network_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10' }] });
export type RemoveRouterInterface = z.output<typeof removeInterfaceBody>;
