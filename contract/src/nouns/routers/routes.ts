/** Static routes of a router: what is wrong with those that it is to have. */
import { canonicalIp, canonicalRange } from '../../validation/canonical.ts';
import { newProblems } from '../../validation/new-problems.ts';
import type { CodedText } from '../../wire/errors.ts';
import { reachedNetworkProblem } from '../networks/subnet-rules.ts';
import type { Router } from './entity.ts';

type Route = Router['routes'][number];

const canonical = ({ destination, nexthop }: Route): Route => ({ destination: canonicalRange(destination), nexthop: canonicalIp(nexthop) });

const keyOf = (route: Route): string => Object.values(canonical(route)).join(' ');

/** The routes that are wanted; those that the router has stay as they are written there, whoever made them. */
export function keepRoutes(wanted: readonly Route[], before: readonly Route[]): Route[] {
  const known = new Map(before.map((route) => [keyOf(route), route]));
  return wanted.map((route) => known.get(keyOf(route)) ?? route);
}

const routeProblems = ({ routes }: { routes: readonly Route[] }) =>
  routes.flatMap(({ destination }, index) => {
    const problem = reachedNetworkProblem(destination);
    return problem ? [{ path: ['routes', index, 'destination'], ...problem }] : [];
  });

/** What is wrong with destinations of routes that are new, by `routes.<index>.destination`. A route that the router has is judged by nobody. */
export function newRouteProblems(wanted: readonly Route[], before: readonly Route[]): Record<string, CodedText[]> {
  const problems = newProblems(routeProblems, { routes: wanted.map(canonical) }, { routes: before.map(canonical) });
  return Object.fromEntries(problems.map(({ path, ...problem }) => [path.join('.'), [problem]]));
}
