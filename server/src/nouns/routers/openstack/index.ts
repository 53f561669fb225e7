import { atEnd, members, one, text, type Notices } from '../../../engines/openstack/mirror/notice.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { routerCommands } from './commands.ts';
import { routerStrategy } from './strategy.ts';

const KIND = 'router';

const changed = atEnd(({ body }) => one(KIND, text(members(body['router'])['id']) ?? text(body['router_id'])));

/** Interfaces are announced once, without an end. */
const announced: Notices[string] = (notice) =>
  notice.event.startsWith('router.interface.') ? one(KIND, text(members(notice.body['router_interface'])['id'])) : changed(notice);

/** Routers with their interfaces. */
export const routers: CloudNoun = {
  strategy: ({ networks: every }) => routerStrategy(every),
  notices: { router: announced },
  commands: routerCommands,
};
