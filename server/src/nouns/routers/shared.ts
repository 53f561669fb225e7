import type { Router } from '@gantry/contract/nouns/routers/entity';
import { keepRoutes, newRouteProblems } from '@gantry/contract/nouns/routers/routes';
import { GantryError } from '@gantry/contract/wire/errors';

/** The routes of a router after a change. Throws validation_failed where a new one leads to a network that no host is in. */
export function changedRoutes(wanted: Router['routes'], before: Router['routes']): Router['routes'] {
  const fields = newRouteProblems(wanted, before);
  if (Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
  return keepRoutes(wanted, before);
}
