import { routerBody, routerUpdateBody, type RouterCreate, type RouterUpdate } from '@gantry/contract/nouns/routers/bodies';
import type { Router } from '@gantry/contract/nouns/routers/entity';
import { ROUTER_QUOTA } from '@gantry/contract/nouns/routers/quota';
import { z } from 'zod';
import type { Change, Creation } from '../../app/view/forms.ts';
import { creationSide } from '../../parts/quotas/creation-side.tsx';
import { subnetAt } from './subnet-field.tsx';

/** A router as it is typed: its way out stands under the name that the server tells problems by. */
export interface RouterDraft {
  name: string;
  /** Id of the external network; undefined: no way out. */
  external_gateway_info: string | undefined;
  /** Empty: any that is free. */
  ip: string;
  enable_snat: boolean;
  /** Subnets that a new one connects, and its address in each where that is to be another than the gateway's. */
  interfaces: string[];
  ips: Readonly<Record<string, string>>;
}

const draftOf = (router?: Router): RouterDraft => ({
  name: router?.name ?? '',
  external_gateway_info: router?.external_gateway_info?.network_id,
  ip: router?.external_gateway_info?.external_fixed_ips[0]?.ip_address ?? '',
  enable_snat: router?.external_gateway_info?.enable_snat ?? true,
  interfaces: [],
  ips: {},
});

const gatewayOf = ({ external_gateway_info: network_id, ip, enable_snat }: RouterDraft, before?: RouterDraft) => {
  if (network_id === undefined) return null;
  const isOther = ip.trim() !== '' && (ip.trim() !== before?.ip || network_id !== before.external_gateway_info);
  return { network_id, enable_snat, ...(isOther && { external_fixed_ips: [{ ip_address: ip.trim() }] }) };
};

/** An interface, as it is sent. */
export const interfaceOf = (key: string, ip = '') => ({ ...subnetAt(key), ...(ip.trim() !== '' && { ip_address: ip.trim() }) });

/** A new router, as it is sent. */
const newSchema: z.ZodType<RouterCreate, RouterDraft> = z
  .custom<RouterDraft>()
  .transform((draft): z.input<typeof routerBody> => {
    const gateway = gatewayOf(draft);
    const interfaces = draft.interfaces.map((key) => interfaceOf(key, draft.ips[key]));
    return { name: draft.name, ...(gateway && { external_gateway_info: gateway }), ...(interfaces.length > 0 && { interfaces }) };
  })
  .pipe(routerBody);

/** What has been changed of a router, as it is sent: without a way out, null in its place (S2 §7). */
const changeSchema = (before: RouterDraft): z.ZodType<RouterUpdate, RouterDraft> =>
  z
    .custom<RouterDraft>()
    .transform((draft): z.input<typeof routerUpdateBody> => {
      const isSame = (['external_gateway_info', 'ip', 'enable_snat'] as const).every((key) => draft[key] === before[key]);
      return { name: draft.name, ...(!isSame && { external_gateway_info: gatewayOf(draft, before) }) };
    })
    .pipe(routerUpdateBody);

/** Makes a router: with its way out, and what it connects. */
export const creation: Creation<Router, 'routers', RouterDraft, RouterCreate> = {
  schema: newSchema,
  empty: draftOf(),
  side: creationSide('routers', ROUTER_QUOTA),
};

/** Changes the name of a router and its way out. */
export const change: Change<Router, 'routers', RouterDraft, RouterUpdate> = { schema: (_, before) => changeSchema(before), draftOf };
