import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { userCommands } from './commands.ts';
import { strategy } from './strategy.ts';

/** Users of Keystone; those of an identity provider are read only. */
export const users: CloudNoun = { strategy: ({ identity }) => strategy(identity), commands: userCommands };
