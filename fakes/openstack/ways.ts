/** What leads out of networks: routers with their ports, and floating IPs, as the cloud keeps them. Nobody has any at first. */
import { randomUUID } from 'node:crypto';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { Collection } from './collection.ts';
import type { MadePorts } from './made-ports.ts';
import { answerTo, now, type Item, type Json } from './recorded.ts';
import type { Port, Server } from './server.ts';

interface Outside extends Json {
  readonly external_fixed_ips: readonly (Json & { readonly ip_address: string })[];
}
type Gateway = Outside & { readonly network_id: string };

export interface Router extends Item {
  readonly project_id: string;
  readonly external_gateway_info: Gateway | null;
  readonly routes: readonly { readonly destination: string; readonly nexthop: string }[];
}
export interface FloatingIp extends Item {
  readonly project_id: string;
  readonly floating_ip_address: string;
  readonly floating_network_id: string;
  readonly port_id: string | null;
  readonly fixed_ip_address: string | null;
  readonly router_id: string | null;
}

/** A port by which servers reach a router. */
export interface Inside {
  id: string;
  networkId: string;
  subnetId: string;
  cidr: string;
  ip: string;
  mac: string;
}

const ROUTER = answerTo<{ router: Json & { external_gateway_info: Outside } }>('POST', /\/routers$/).router;
const FLOATING = answerTo<{ floatingip: Json }>('POST', /\/floatingips$/).floatingip;

/** Routers, floating IPs, and where they lead. */
export class Ways {
  readonly routers = new Collection({
    members: ['routers', 'router'],
    items: [],
    make: () => ({ ...ROUTER, external_gateway_info: null, routes: [], created_at: now(), updated_at: now() }),
  });
  readonly floatingIps = new Collection({
    members: ['floatingips', 'floatingip'],
    items: [],
    make: () => ({ ...FLOATING, floating_ip_address: this.nextAddress(), created_at: now(), updated_at: now() }),
  });
  readonly #inside = new Map<string, Inside[]>();
  /** Ids of the ports of ways out, by their routers. */
  readonly #outside = new Map<string, string>();
  /** What floating IPs lead to, by their ids. */
  readonly #led = new Map<string, Port>();
  #given = 1;

  /** Addresses of the external network, one after the other. */
  nextAddress(): string {
    this.#given += 1;
    return `172.24.${Math.floor(this.#given / 250)}.${(this.#given % 250) + 2}`;
  }

  /** A way out as it is answered: with an address, and for those without one of their own where nothing else is said. */
  gatewayOf(wanted: unknown, before: Gateway | null = null): Gateway | null {
    if (typeof wanted !== 'object' || wanted === null) return null;
    const [model] = ROUTER.external_gateway_info.external_fixed_ips;
    const gateway = wanted as Pick<Gateway, 'network_id'>;
    const kept = before?.network_id === gateway.network_id ? before.external_fixed_ips : undefined;
    return { enable_snat: true, external_fixed_ips: kept ?? [{ ...model, ip_address: this.nextAddress() }], ...gateway };
  }

  router = (id: string): Router | undefined => this.routers.items.get(id) as Router | undefined;

  insideOf = (routerId: string): readonly Inside[] => this.#inside.get(routerId) ?? [];

  /** Whether a router has an address in a subnet. */
  isTaken = (subnetId: string, ip: string): boolean =>
    [...this.#inside.values()].some((ports) => ports.some((port) => port.subnetId === subnetId && port.ip === ip));

  /** Whether a router is connected to a network. */
  isConnected = (networkId: string): boolean =>
    [...this.#inside.values()].some((ports) => ports.some((port) => port.networkId === networkId));

  connect(routerId: string, port: Inside): void {
    this.#inside.set(routerId, [...this.insideOf(routerId), port]);
  }

  disconnect(routerId: string, { id }: Inside): void {
    this.#inside.set(
      routerId,
      this.insideOf(routerId).filter((port) => port.id !== id),
    );
  }

  forget(routerId: string): void {
    this.#inside.delete(routerId);
    this.#outside.delete(routerId);
  }

  /** The router through which a port is reached from an external network. */
  routerTo = ({ subnet }: Port, outside: string): Router | undefined =>
    [...this.#inside.entries()]
      .filter(([, ports]) => ports.some(({ subnetId }) => subnetId === subnet.id))
      .map(([id]) => this.router(id))
      .find((router) => router?.external_gateway_info?.network_id === outside);

  /** Whether one of the floating IPs leads through a router, into a subnet where one is named. */
  isUsed = (routerId: string, cidr?: string): boolean =>
    [...this.floatingIps.items.values()].some((item) => {
      const { router_id: router, fixed_ip_address: fixed } = item as FloatingIp;
      return router === routerId && (cidr === undefined || (fixed !== null && isHostIn(cidr, fixed)));
    });

  /** A floating IP leads to a port from now on. */
  lead({ id, floating_ip_address: address }: FloatingIp, port: Port): void {
    this.#free(id);
    this.#led.set(id, port);
    port.floating = address;
  }

  #free(id: string): void {
    const before = this.#led.get(id);
    if (before) before.floating = undefined;
    this.#led.delete(id);
  }

  /** A port is gone: nothing leads to it any more. */
  leave({ id }: Port): void {
    for (const item of this.floatingIps.items.values()) if (item['port_id'] === id) this.release(item.id);
  }

  release(id: string): void {
    this.#free(id);
    this.floatingIps.change(id, { port_id: null, fixed_ip_address: null, router_id: null, port_details: null, status: 'DOWN' });
  }

  /** The ports of a router, as a listing by its id has them. */
  portsOf(routerId: string): (Json & { id: string })[] {
    const router = this.router(routerId);
    if (!router) return [];
    const shown = (id: string, owner: string, network: string, mac: string, fixed: readonly Json[]) => ({
      id,
      network_id: network,
      mac_address: mac,
      status: 'ACTIVE',
      device_id: routerId,
      device_owner: `network:${owner}`,
      fixed_ips: fixed,
      security_groups: [],
      description: '',
      'binding:vnic_type': 'normal',
      port_security_enabled: false,
    });
    const inside = this.insideOf(routerId).map(({ id, networkId, subnetId, mac, ip }) =>
      shown(id, 'router_interface', networkId, mac, [{ subnet_id: subnetId, ip_address: ip }]),
    );
    const gateway = router.external_gateway_info;
    if (!gateway) return inside;
    const id = this.#outside.get(routerId) ?? randomUUID();
    this.#outside.set(routerId, id);
    return [shown(id, 'router_gateway', gateway.network_id, 'fa:16:3e:ee:f8:64', gateway.external_fixed_ips), ...inside];
  }
}

/** Where a port is, and whose: with a server, or by itself. */
export function portOf(
  cloud: { readonly servers: readonly Server[]; readonly ports: MadePorts },
  id: string,
): { port: Port; server: Server | undefined; projectId: string } | undefined {
  const server = cloud.servers.find(({ ports }) => ports.some((port) => port.id === id));
  const port = server?.ports.find((one) => one.id === id) ?? cloud.ports.get(id);
  const projectId = server?.projectId ?? port?.made?.projectId;
  return port && projectId !== undefined ? { port, server, projectId } : undefined;
}
