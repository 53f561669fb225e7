import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { nodeCommands } from './commands.ts';
import { nodeStrategy } from './strategy.ts';

const all = () => [{ kind: 'node', id: null }];

/** Compute nodes; the compute service announces its own parts and their groups. */
export const nodes: CloudNoun = {
  strategy: ({ nodes: every }) => nodeStrategy(every),
  notices: { service: all, aggregate: all },
  commands: nodeCommands,
};
