/**
 * Failures on demand, for tests and demonstrations: a server with the metadata key `gantry.fault` fails where its value says.
 * `accept`: the platform refuses to create it. `spawn`: it ends in ERROR. `start`, `stop`: the action fails, the status stays.
 * `reboot`, `delete`: the action fails and leaves the server in ERROR; what is in ERROR can be deleted.
 */
import type { Plan } from './plans.ts';

const FAULT_KEY = 'gantry.fault';

type Metadata = Readonly<Record<string, string>> | undefined;

export const refusesCreation = (metadata: Metadata): boolean => metadata?.[FAULT_KEY] === 'accept';

/** Whether an action fails. `before`: the server's status when it began. */
export const failsAt = (metadata: Metadata, plan: Plan, before: string): boolean =>
  metadata?.[FAULT_KEY] === plan.fault && !(plan.end === 'gone' && before === 'ERROR');
