import type { GatewayWanted, RouterCreate, RouterUpdate } from '@gantry/contract/nouns/routers/bodies';
import { routerKind } from '@gantry/contract/nouns/routers/entity';
import { isGatewayReplaceable, isRouterDeletable } from '@gantry/contract/nouns/routers/rules';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Writer } from '../../../port/store/writer.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { RouterDocument } from '../../../engines/embedded/platform/documents.ts';
import { lifecycle, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { floatingIpsOf } from '../../floating-ips/embedded/floating-ips-of.ts';
import { assertNoVpn } from '../../vpn-connections/embedded/in-use.ts';
import { changedRoutes } from '../shared.ts';
import { leaveGateway, NO_GATEWAY, takeGateway } from './gateway.ts';
import { connectedTo, interfaceCommands, withInterface } from './interfaces.ts';

/** Whether a router keeps its addresses outside. */
const keepsAddresses = ({ external_gateway_info: before }: RouterDocument, wanted: GatewayWanted | null): boolean => {
  const own = (before?.external_fixed_ips ?? []).map(({ ip_address: ip }) => ip);
  return own.every((ip) => wanted?.external_fixed_ips?.some(({ ip_address: one }) => one === ip) === true);
};

/** A router with another way out; in the same network it keeps its addresses where none are named. */
async function withGateway(
  platform: Platform,
  writer: Writer,
  context: CommandContext,
  { router, wanted }: { router: RouterDocument; wanted: GatewayWanted | null },
): Promise<RouterDocument> {
  const before = router.external_gateway_info;
  if (wanted && before?.network_id === wanted.network_id && !wanted.external_fixed_ips)
    return { ...router, external_gateway_info: { ...before, enable_snat: wanted.enable_snat ?? before.enable_snat } };
  const { length: floatingIps } = await floatingIpsOf(platform, 'router', router.id);
  assertAllowed(isGatewayReplaceable(router, { networkId: wanted?.network_id ?? null, floatingIps }));
  if (!keepsAddresses(router, wanted)) await assertNoVpn(platform, context.actor, { field: 'router', id: router.id });
  await leaveGateway(platform, writer, router);
  return { ...router, ...(wanted ? await takeGateway(platform, writer, context, wanted) : NO_GATEWAY) };
}

/** Throws validation_failed where a route leads to a next hop that the router does not reach, or no longer does. */
async function assertReached(platform: Platform, writer: Writer, router: RouterDocument): Promise<void> {
  const subnets = await connectedTo(platform, writer, router);
  for (const [index, { nexthop }] of router.routes.entries())
    if (!subnets.some(({ cidr }) => isHostIn(cidr, nexthop))) throw invalid(`routes.${index}.nexthop`, { code: 'nexthop_unreachable' });
}

/** What is done with routers, all of it at once. */
export function routers(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'router', RouterCreate, RouterUpdate>(platform, {
    kind: routerKind,
    of: 'project',
    creators: {
      create: async ({ writer, context, body }, { id, created_at, project_id, domain_id }) => {
        let router: RouterDocument = {
          id,
          name: body.name,
          status: 'ACTIVE',
          ...(body.external_gateway_info ? await takeGateway(platform, writer, context, body.external_gateway_info) : NO_GATEWAY),
          routes: [],
          interfaces_info: [],
          created_at,
          updated_at: null,
          project_id,
          domain_id,
        };
        for (const [index, wanted] of (body.interfaces ?? []).entries())
          router = await withInterface(platform, writer, context, { router, wanted, at: `interfaces.${index}.` });
        return router;
      },
    },
    change: async (before, { writer, context, body }) => {
      const { name = before.name, external_gateway_info: wanted } = body;
      const routes = body.routes ? changedRoutes(body.routes, before.routes) : before.routes;
      const router = wanted === undefined ? before : await withGateway(platform, writer, context, { router: before, wanted });
      const changed = { ...router, name, routes, updated_at: platform.now() };
      if (wanted !== undefined || body.routes) await assertReached(platform, writer, changed);
      return changed;
    },
    mayDelete: (router) => isRouterDeletable(router),
    closed: leaveGateway,
  });
  return { commands: { ...commands, ...interfaceCommands(platform) }, asyncOperations };
}
