import type { Call } from './call.ts';

/** Calls by method and path; the one without an action comes first. */
export function sharedPlaces(calls: readonly Call[]): Call[][] {
  const places = Map.groupBy(calls, ({ method, path }) => `${method} ${path}`);
  return [...places.values()].map((at) => at.toSorted((a, b) => Number(a.action !== undefined) - Number(b.action !== undefined)));
}

const actionIn = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'action' in value ? value.action : undefined);

/**
 * Which of the calls at one place is meant: the one whose action the query or the body names, else the first (decision B3). So a request
 * that lost its query or its body on the way is still the call it was sent as, and is refused by that call's own schemas.
 */
export function selectCall(place: readonly Call[], query: unknown, body?: unknown): Call {
  const [first] = place;
  if (!first) throw new TypeError('no call at this place');
  const named = [actionIn(query), actionIn(body)];
  return place.find(({ action }) => action !== undefined && named.includes(action)) ?? first;
}
