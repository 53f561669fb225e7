import type { Noun } from '../noun.ts';
import { taskCalls } from './calls.ts';
import { taskKind } from './entity.ts';

export const tasks = { kinds: [taskKind], calls: taskCalls } satisfies Noun;
