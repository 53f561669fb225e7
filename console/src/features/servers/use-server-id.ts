import { useParams } from '@tanstack/react-router';

/** The server of the address. Throws on a route that names none: that would be a mistake in the routes. */
export function useServerId(): string {
  const { serverId }: { serverId?: string } = useParams({ strict: false });
  if (serverId === undefined) throw new Error('this route has no serverId');
  return serverId;
}
