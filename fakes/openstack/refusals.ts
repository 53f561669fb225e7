/** What Nova says no with. */
import { Refusal } from './reply.ts';
import type { Server } from './server.ts';

export const refused = (status: number, name: string, message: string): Refusal =>
  new Refusal(status, { [name]: { code: status, message } });

export const conflict = (server: Server, action: string): Refusal =>
  refused(409, 'conflictingRequest', `Cannot '${action}' instance ${server.id} while it is in vm_state ${server.vmState}`);

export const busy = (server: Server, action: string): Refusal =>
  refused(409, 'conflictingRequest', `Cannot '${action}' instance ${server.id} while it is in task_state ${server.taskState}`);

export const locked = ({ id }: Server): Refusal => refused(409, 'conflictingRequest', `Instance ${id} is locked`);

/** `rule`: below `os_compute_api`. */
export const forbidden = (rule: string): Refusal =>
  refused(403, 'forbidden', `Policy doesn't allow os_compute_api:${rule} to be performed.`);

export const quotaExceeded = (what: string, wanted: number, used: number, limit: number): Refusal =>
  refused(403, 'forbidden', `Quota exceeded for ${what}: Requested ${wanted}, but already used ${used} of ${limit} ${what}`);

export const unknownMarker = (marker: string): Refusal => refused(400, 'badRequest', `marker [${marker}] not found`);
