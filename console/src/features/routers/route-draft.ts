import { routerUpdateBody, type RouterUpdate } from '@gantry/contract/nouns/routers/bodies';
import type { Router } from '@gantry/contract/nouns/routers/entity';
import { newRouteProblems } from '@gantry/contract/nouns/routers/routes';
import { z } from 'zod';

export type Route = Router['routes'][number];

/** A route as it is typed; what is wrong with one of them is told under `routes`. */
export interface RouteDraft {
  destination: string;
  nexthop: string;
}

/** How addresses name a route. */
export const routeId = ({ destination, nexthop }: Route): string => `${destination.replace('/', '-')},${nexthop}`;

/** Whether two are the same. */
export const isSame = (one: Route, other: Route | undefined): boolean =>
  one.destination === other?.destination && one.nexthop === other.nexthop;

/** All routes of a router with one more, or with one in place of another: at its place, so that marks of the server find it. */
const withRoute = (routes: readonly Route[], before: Route | undefined, route: Route): Route[] =>
  before ? routes.map((one) => (isSame(one, before) ? route : one)) : [...routes, route];

/** What is typed, as the contract's body: all routes of the router. What is wrong with the one is told at its fields. */
export const routeSchema = (routes: readonly Route[], before: Route | undefined): z.ZodType<RouterUpdate, RouteDraft> =>
  z.custom<RouteDraft>().transform((draft, context): RouterUpdate => {
    const route = { destination: draft.destination.trim(), nexthop: draft.nexthop.trim() };
    const all = withRoute(routes, before, route);
    const place = before ? routes.findIndex((one) => isSame(one, before)) : routes.length;
    const { data, error } = routerUpdateBody.safeParse({ routes: all });
    const [problem] = Object.values(newRouteProblems(data?.routes ?? [], routes)).flat();
    if (data && !problem) return data;
    if (problem)
      context.addIssue({ code: 'custom', message: problem.code, params: problem.params ?? {}, input: draft, path: ['destination'] });
    for (const issue of error?.issues ?? []) {
      const [, index, member] = issue.path;
      context.addIssue({
        ...issue,
        code: 'custom',
        input: draft,
        path: [index === place && member !== undefined ? member : 'destination'],
      });
    }
    return z.NEVER;
  });
