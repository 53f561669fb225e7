/** What the network service does with routers. */
import { z } from 'zod';
import type { GatewayWanted, RouterCreate, RouterUpdate } from '@gantry/contract/nouns/routers/bodies';
import type { Router } from '@gantry/contract/nouns/routers/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { createSync, deleteSync, updateSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { describedBy, findMarked } from '../../../engines/openstack/commands/task-marks.ts';
import { meaningOf } from '../../../engines/openstack/commands/meanings.ts';
import { scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { changedRoutes } from '../shared.ts';
import { routers } from './client.ts';
import { addInterface, connectAll, pathOf, removeInterface, takeDown } from './interfaces.ts';
import { GATEWAY, MEANINGS, OUTSIDE } from './meanings.ts';

const KIND = 'router';

const gatewayOf = (wanted: GatewayWanted | null | undefined) => (wanted === undefined ? {} : { [GATEWAY]: wanted });

/** The command that makes a router with its way out and its interfaces: all of it, or nothing. */
const create = (parts: Parts): Command<RouterCreate> => {
  const owned = (context: CommandContext, id: string) => ({ id, projectId: scopeProject(context) });
  return createSync(parts, {
    kind: KIND,
    ask({ name, external_gateway_info: gateway }, context) {
      const project_id = scopeProject(context);
      if (project_id === null) throw new GantryError('project_scope_required');
      const router = { name, project_id, description: describedBy(context), ...gatewayOf(gateway) };
      return { service: 'network', path: '/routers', body: { router } };
    },
    refusalOf: (error) => {
      const meaning = meaningOf(OUTSIDE, error);
      return meaning instanceof GantryError ? meaning : undefined;
    },
    answer: z.object({ router: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { router: { id } }) => id,
    finish: (context, id, { interfaces = [] }) => connectAll(parts, context, owned(context, id), interfaces),
    undo: (context, id) => takeDown(parts, context, owned(context, id)),
    find: (context) => findMarked(parts, context, routers, ['description']),
  });
};

/** What is done with routers, by the names of the contract's calls. */
export const routerCommands = (parts: Parts): Engine['commands'] => ({
  'router.create': create(parts),
  'router.update': updateSync<RouterUpdate>(
    parts,
    KIND,
    ({ id, document }, { external_gateway_info: gateway, routes, ...body }) => ({
      service: 'network',
      path: pathOf(id),
      body: {
        router: {
          ...body,
          ...(routes && { routes: changedRoutes(routes, (document as Pick<Router, 'routes'>).routes) }),
          ...gatewayOf(gateway),
        },
      },
    }),
    (error) => meaningOf(OUTSIDE, error),
  ),
  'router.delete': deleteSync(parts, KIND, {
    ask: ({ id }) => ({ service: 'network', path: pathOf(id) }),
    refused: (_row, error) => Promise.reject(meaningOf(MEANINGS, error)),
  }),
  'router.addInterface': addInterface(parts),
  'router.removeInterface': removeInterface(parts),
});
