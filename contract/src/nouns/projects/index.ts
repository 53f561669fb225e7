import type { Noun } from '../noun.ts';
import { projectCalls } from './calls.ts';
import { projectKind } from './entity.ts';

export const projects = { kinds: [projectKind], calls: projectCalls } satisfies Noun;
