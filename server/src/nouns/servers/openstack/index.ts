import { atEnd, members, one, text, type Notice, type Touched } from '../../../engines/openstack/mirror/notice.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { serverCommands } from './commands/index.ts';
import { serverConsole } from './live/console.ts';
import { serverEvents, serverSteps } from './live/events.ts';
import { serverLog } from './live/log.ts';
import { serverStrategy } from './strategy.ts';

const KIND = 'server';

const named = ({ versioned }: Notice): Touched[] => one(KIND, text(versioned['uuid']));

/** Servers: both forms of the compute service's announcements, and those of their ports. */
export const servers: CloudNoun = {
  strategy: ({ servers: every }) => serverStrategy(every),
  notices: {
    instance: named,
    server: named,
    compute: ({ event, body }) => (event.startsWith('compute.instance.') ? one(KIND, text(body['instance_id'])) : []),
    port: atEnd(({ body }) => {
      const { device_owner: owner, device_id: id } = members(body['port']);
      return String(owner ?? '').startsWith('compute:') ? one(KIND, text(id)) : [];
    }),
  },
  commands: serverCommands,
  live: (parts) => ({
    'server.events': serverEvents(parts),
    'server.steps': serverSteps(parts),
    'server.log': serverLog(parts),
    'server.console': serverConsole(parts),
  }),
};
