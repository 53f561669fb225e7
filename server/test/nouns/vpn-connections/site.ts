/** A router with a network behind it: one side of a VPN. */
import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';

const COMPUTE = '/api/v2/compute';

export interface Site {
  router: string;
  network: string;
  subnet: string;
  cidr: string;
  /** Of the router outside; empty where it has no gateway. */
  address: string;
}

/** Makes one. `isClosed`: its router has no gateway. */
export async function siteOf(
  who: Client,
  { name, cidr, isClosed = false }: { name: string; cidr: string; isClosed?: boolean },
): Promise<Site> {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const { status, json } = await who.raw(method, `${COMPUTE}/${path}`, { body });
    expect([path, status < 300]).toEqual([path, true]);
    return json as T;
  };
  const { data } = await ask<{ data: { id: string }[] }>('GET', 'networks?name=public');
  const { id: network } = await ask<{ id: string }>('POST', 'networks/private', { name, subnet: { cidr } });
  const gateway = isClosed ? {} : { external_gateway_info: { network_id: data[0]!.id } };
  const { id: router } = await ask<{ id: string }>('POST', 'routers', { name, ...gateway, interfaces: [{ network_id: network }] });
  const { subnets } = await ask<{ subnets: { id: string }[] }>('GET', `networks/${network}`);
  const made = await ask<{ external_gateway_info: { external_fixed_ips: { ip_address: string }[] } | null }>('GET', `routers/${router}`);
  const address = made.external_gateway_info?.external_fixed_ips[0]?.ip_address ?? '';
  return { router, network, subnet: subnets[0]!.id, cidr, address };
}
