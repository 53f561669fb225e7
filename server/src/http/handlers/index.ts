import { calls } from '@gantry/contract';
import type { ListenerOptions } from '../port.ts';
import { applicationCredentialHandlers } from './application-credentials.ts';
import { auditLogHandlers } from './audit-log.ts';
import { computeClusterHandlers } from './compute-cluster.ts';
import { domainPropertyHandlers } from './domain-properties.ts';
import { byCall, type Handler } from './handler.ts';
import { imageHandlers } from './images.ts';
import { metricsHandlers } from './metrics.ts';
import { objectStorageHandlers } from './object-storage.ts';
import { groupHandlers } from './groups.ts';
import { personalTokenHandlers } from './personal-tokens.ts';
import { platformHandlers } from './platform.ts';
import { reportHandlers } from './problem-reports.ts';
import { routerHandlers } from './routers.ts';
import { searchHandlers } from './search.ts';
import { serverHandlers } from './servers.ts';
import { sessionHandlers } from './session.ts';
import { taskHandlers } from './tasks.ts';
import { traitHandlers } from './traits.ts';
import { userHandlers } from './users.ts';

/** The functions of all calls that are not done generically, by call id. */
export const createHandlers = (options: ListenerOptions): ReadonlyMap<string, Handler> =>
  byCall(
    [
      ...sessionHandlers(options),
      ...personalTokenHandlers(options),
      ...applicationCredentialHandlers(options),
      ...platformHandlers(options),
      ...domainPropertyHandlers(options),
      ...computeClusterHandlers(options),
      ...imageHandlers(options),
      ...metricsHandlers(options),
      ...routerHandlers(options),
      ...objectStorageHandlers(options),
      ...searchHandlers(options),
      ...serverHandlers(options),
      ...taskHandlers(options),
      ...traitHandlers(options),
      ...auditLogHandlers(options),
      ...userHandlers(options),
      ...groupHandlers(options),
      ...reportHandlers(),
    ],
    calls,
  );
