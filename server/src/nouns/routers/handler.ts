import { nouns } from '@gantry/contract';
import { routerKind, type Router } from '@gantry/contract/nouns/routers/entity';
import { authorised, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { read } from '../../calls/reads.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.routers;

export function routerHandlers(options: Pick<CallOptions, 'store' | 'platform'>): Handler[] {
  return [
    // From the store: the router's document holds its interfaces, and the mirror keeps them in step.
    handle(calls.interfaces, async (request) => {
      const router = (await read(authorised(request as CallRequest), { by: 'read', kind: routerKind, id: 'routerId' }, options)) as Router;
      const { interfaces_info: internal, external_interface: external, external_gateway_info: gateway } = router;
      const outside = external
        ? [{ port_id: null, network_name: gateway?.network_name ?? null, ...external, type: 'external' as const }]
        : [];
      return { data: [...outside, ...internal.map((one) => ({ ...one, type: 'internal' as const }))] };
    }),
  ];
}
