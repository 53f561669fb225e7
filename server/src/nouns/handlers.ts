import { calls } from '@gantry/contract';
import type { SideOptions } from '../calls/port.ts';
import { applicationCredentialHandlers } from './session/handler/application-credentials.ts';
import { auditLogHandlers } from './audit-log/handler.ts';
import { capacityHandlers } from './capacity/handler/capacity.ts';
import { computeClusterHandlers } from './compute-cluster/handler/compute-cluster.ts';
import { domainPropertyHandlers } from './domain-properties/handler.ts';
import { byCall, type Handler } from '../calls/handler.ts';
import { imageHandlers } from './images/handler.ts';
import { metricsHandlers } from './metrics/handler.ts';
import { objectStorageHandlers } from './object-storage/handler/object-storage.ts';
import { groupHandlers } from './groups/handler.ts';
import { personalTokenHandlers } from './session/handler/personal-tokens.ts';
import { projectHandlers } from './projects/handler.ts';
import { platformHandlers } from './platform/handler.ts';
import { reportHandlers } from './problem-reports/handler.ts';
import { routerHandlers } from './routers/handler.ts';
import { searchHandlers } from './search/handler.ts';
import { serverHandlers } from './servers/handler.ts';
import { sessionHandlers } from './session/handler/session.ts';
import { taskHandlers } from './tasks/handler.ts';
import { traitHandlers } from './traits/handler.ts';
import { userHandlers } from './users/handler.ts';

/** The functions of all calls that are not done generically, by call id. */
export const createHandlers = (options: SideOptions): ReadonlyMap<string, Handler> =>
  byCall(
    [
      ...sessionHandlers(options),
      ...personalTokenHandlers(options),
      ...applicationCredentialHandlers(options),
      ...platformHandlers(options),
      ...projectHandlers(options),
      ...domainPropertyHandlers(options),
      ...computeClusterHandlers(options),
      ...capacityHandlers(options),
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
