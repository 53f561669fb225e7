import { useParams } from '@tanstack/react-router';
import type { CallData } from '../api/call-table.ts';

/**
 * The id of the one thing that the address names; the route's parameter is called as that of the call. Throws on a route that names none:
 * that would be a mistake in the routes.
 */
export function useItemId({ id, idParam }: CallData): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const found = idParam === undefined ? undefined : params[idParam];
  if (found === undefined) throw new Error(`this route has no parameter of ${id}`);
  return found;
}
