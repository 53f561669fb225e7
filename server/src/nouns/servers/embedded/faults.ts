/**
 * Failures on demand, for tests and demonstrations: a server with the metadata key `gantry.fault` fails where its value says (README.md
 * has the list). `accept` refuses to create it; the name of an action lets that fail; followed by `:stuck`, the action never ends.
 */
import { planOf, type Action } from '../../../engines/embedded/platform/plans.ts';

const FAULT_KEY = 'gantry.fault';

type Metadata = Readonly<Record<string, string>>;

export const refusesCreation = (metadata: Metadata | undefined): boolean => metadata?.[FAULT_KEY] === 'accept';

/** What the value says of an action. What is in ERROR can always be deleted. `before`: the server's status when it began. */
const says = (metadata: Metadata, action: Action, before: string, suffix: string): boolean => {
  const { fault = action, end } = planOf(action);
  return metadata[FAULT_KEY] === fault + suffix && !(end === 'gone' && before === 'ERROR');
};

export const failsAt = (metadata: Metadata, action: Action, before: string): boolean => says(metadata, action, before, '');

/** Whether something fails that is done beside a server's own actions: `attach_volume`, `detach_volume`, `extend_volume`. */
export const failsOn = (metadata: Metadata, what: string): boolean => metadata[FAULT_KEY] === what;

/** Whether an action stays in its last step for good; the only way out is to reset the state, or what takes the action's place. */
export const isStuckAt = (metadata: Metadata, action: Action, before: string): boolean => says(metadata, action, before, ':stuck');
