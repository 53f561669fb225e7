/**
 * Failures on demand, for tests and demonstrations: a server with the metadata key `gantry.fault` fails where its value says.
 * `accept`: the platform refuses to create it. `spawn`: it ends in ERROR. `start`, `stop`: the action fails, the status stays.
 * `reboot`, `delete`: the action fails and leaves the server in ERROR.
 */
import type { Plan } from './plans.ts';

export const FAULT_KEY = 'gantry.fault';

type Metadata = Readonly<Record<string, string>> | undefined;

export const refusesCreation = (metadata: Metadata): boolean => metadata?.[FAULT_KEY] === 'accept';

export const failsAt = (metadata: Metadata, plan: Plan): boolean => metadata?.[FAULT_KEY] === plan.fault;
