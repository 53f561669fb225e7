/** What all that is done with a VPN connection of the network service has in common. */
import { askToChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { PATHS } from './client.ts';

export const KIND = 'vpn_connection';
/** The member of bodies that holds a connection. */
export const MEMBER = 'ipsec_site_connection';
/** Where a connection is. */
export const pathOf = (id: string): string => `${PATHS.connection}/${encodeURIComponent(id)}`;

/** Changes members of a connection. Returns the service's id of the request. Throws what the service refuses. */
export const put = (
  parts: Parts,
  context: CommandContext,
  projectId: string | null,
  id: string,
  members: object,
): Promise<string | undefined> =>
  askToChange(parts, context, projectId, { service: 'network', method: 'PUT', path: pathOf(id), body: { [MEMBER]: members } });
