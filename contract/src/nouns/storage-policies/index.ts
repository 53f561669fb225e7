import type { Noun } from '../noun.ts';
import { storagePolicyCalls } from './calls.ts';
import { storagePolicyKind } from './entity.ts';

export const storagePolicies = { kinds: [storagePolicyKind], calls: storagePolicyCalls } satisfies Noun;
