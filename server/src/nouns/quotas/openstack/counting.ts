/** What the cloud's services count of what quotas limit. */
import { QUOTA_RESOURCES, type QuotaResource } from '@gantry/contract/wire/quotas';

/** In the order in which limits are changed. */
export const COUNTING = ['compute', 'network', 'volume', 'load_balancer'] as const;
type CountingService = (typeof COUNTING)[number];

/** Which service counts each, under which name; null: none that is asked. */
export const COUNTED_BY: Readonly<Record<QuotaResource, readonly [service: CountingService, name: string] | null>> = {
  instances: ['compute', 'instances'],
  cores: ['compute', 'cores'],
  ram: ['compute', 'ram'],
  volumes: ['volume', 'volumes'],
  snapshots: ['volume', 'snapshots'],
  gigabytes: ['volume', 'gigabytes'],
  networks: ['network', 'network'],
  routers: ['network', 'router'],
  floating_ips: ['network', 'floatingip'],
  load_balancers: ['load_balancer', 'loadbalancer'],
  vpn_connections: ['network', 'ipsec_site_connection'],
  security_groups: ['network', 'security_group'],
  security_group_rules: ['network', 'security_group_rule'],
};

/** What a service counts: something under each of its names. */
export const perCounted = <T>(service: CountingService, of: (resource: QuotaResource) => T): Record<string, T> =>
  Object.fromEntries(
    QUOTA_RESOURCES.flatMap((resource) => {
      const counted = COUNTED_BY[resource];
      return counted?.[0] === service ? [[counted[1], of(resource)] as const] : [];
    }),
  );
