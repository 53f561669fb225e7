import { calls } from '@gantry/contract';
import type { ListenerOptions } from '../port.ts';
import { auditLogHandlers } from './audit-log.ts';
import { domainPropertyHandlers } from './domain-properties.ts';
import { byCall, type Handler } from './handler.ts';
import { platformHandlers } from './platform.ts';
import { routerHandlers } from './routers.ts';
import { searchHandlers } from './search.ts';
import { serverHandlers } from './servers.ts';
import { sessionHandlers } from './session.ts';
import { taskHandlers } from './tasks.ts';
import { userHandlers } from './users.ts';

/** The functions of all calls that are not done generically, by call id. */
export const createHandlers = (options: ListenerOptions): ReadonlyMap<string, Handler> =>
  byCall(
    [
      ...sessionHandlers(options),
      ...platformHandlers(options),
      ...domainPropertyHandlers(options),
      ...routerHandlers(options),
      ...searchHandlers(options),
      ...serverHandlers(options),
      ...taskHandlers(options),
      ...auditLogHandlers(options),
      ...userHandlers(options),
    ],
    calls,
  );
