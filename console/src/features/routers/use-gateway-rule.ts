import type { Router } from '@gantry/contract/nouns/routers/entity';
import { isGatewayReplaceable } from '@gantry/contract/nouns/routers/rules';
import type { RuleResult } from '@gantry/contract/wire/rule-result';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';

/** Whether a router may lead out through an external network from now on, null: through none. Undefined: a new router. */
export function useGatewayRule(router: Router | undefined): (networkId: string | null) => RuleResult {
  const may = useMay();
  const enabled = router?.external_gateway_info != null && may(api.floatingIps.list);
  const { data } = useList(api.floatingIps.list, { router: router?.id ?? '', limit: 1 }, undefined, { enabled });
  const floatingIps = data?.data.length ?? 0;
  return (networkId) => router === undefined || isGatewayReplaceable(router, { networkId, floatingIps });
}
