/** Static routes of a router: what is wrong with those that it is to have. */
import { canonicalIp, canonicalRange } from '../../validation/canonical.ts';
import type { CodedText } from '../../wire/errors.ts';
import { reachedNetworkProblem } from '../networks/subnet-rules.ts';
import type { Router } from './entity.ts';

type Route = Router['routes'][number];

const keyOf = ({ destination, nexthop }: Route): string => `${canonicalRange(destination)} ${canonicalIp(nexthop)}`;

/** The routes that are wanted; those that the router has stay as they are written there, whoever made them. */
export function keepRoutes(wanted: readonly Route[], before: readonly Route[]): Route[] {
  const known = new Map(before.map((route) => [keyOf(route), route]));
  return wanted.map((route) => known.get(keyOf(route)) ?? route);
}

/** What is wrong with destinations of routes that are new, by `routes.<index>.destination`. A route that the router has is judged by nobody. */
export function newRouteProblems(wanted: readonly Route[], before: readonly Route[]): Record<string, CodedText[]> {
  const known = new Set(before.map(keyOf));
  return Object.fromEntries(
    wanted.flatMap((route, index) => {
      const problem = known.has(keyOf(route)) ? undefined : reachedNetworkProblem(route.destination);
      return problem ? [[`routes.${index}.destination`, [problem]]] : [];
    }),
  );
}
