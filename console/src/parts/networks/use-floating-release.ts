import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { callApi } from '../../app/api/request.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';

/** Takes floating IPs away from what they lead to, a server or a load balancer, as one task. */
export function useFloatingRelease(): (targetId: string, addresses: readonly string[]) => Promise<void> {
  const send = useSend();
  const refresh = useRefresh('floating_ip');
  return async (targetId, addresses) => {
    const { data } = await callApi(api.floatingIps.list, { query: { server: targetId, limit: 1000 } });
    const ids = data.filter(({ floating_ip_address: ip }) => addresses.includes(ip)).map(({ id }) => id);
    await send(api.floatingIps.bulkRelease, { body: { ids } });
    await refresh();
  };
}
