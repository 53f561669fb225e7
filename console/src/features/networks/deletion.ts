import type { Network } from '@gantry/contract/nouns/networks/entity';
import { networkPathOf } from '@gantry/contract/nouns/networks/rules';
import type { Deletable } from '../../app/resource/use-resource-actions.ts';

/** Whether a network is that of the caller: what is only shared with somebody does not tell them with whom else (decision of the contract). */
export const isOwn = ({ rbac_policies: policies }: Pick<Network, 'rbac_policies'>): boolean => policies !== null;

/** Networks are deleted by their type. */
export const DELETION: Deletable<Network> = { fits: isOwn, paramsOf: ({ type }) => ({ kind: networkPathOf(type) }) };
