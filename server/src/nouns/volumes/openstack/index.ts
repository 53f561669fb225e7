import { members, one, text, type Notice, type Touched } from '../../../engines/openstack/mirror/notice.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { volumeCommands } from './commands.ts';
import { volumeStrategy } from './strategy.ts';

/** A server says which volumes it has. */
function attachedServers(body: Notice['body']): Touched[] {
  const attachments = body['volume_attachment'];
  return Array.isArray(attachments) ? attachments.flatMap((item) => one('server', text(members(item)['instance_uuid']))) : [];
}

/** Volumes, which tell of the servers that have them. */
export const volumes: CloudNoun = {
  strategy: ({ volumes: every }) => volumeStrategy(every),
  notices: { volume: ({ body }) => [...one('volume', text(body['volume_id'])), ...attachedServers(body)] },
  commands: volumeCommands,
};
