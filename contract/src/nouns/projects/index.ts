import type { Noun } from '../noun.ts';
import { computeProjectCalls, projectCalls } from './calls.ts';
import { projectKind } from './entity.ts';

export const projects = {
  kinds: [projectKind],
  calls: projectCalls,
  fieldTexts: { project_name_taken: 'The domain already has a project with this name.' },
} satisfies Noun;

export const computeProjects = { kinds: [], calls: computeProjectCalls } satisfies Noun;
