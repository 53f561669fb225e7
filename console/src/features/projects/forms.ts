import { projectCreateBody, projectUpdateBody, type ProjectCreate } from '@gantry/contract/nouns/projects/bodies';
import type { Project } from '@gantry/contract/nouns/projects/entity';
import { isDefaultProject } from '@gantry/contract/nouns/projects/rules';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import type { Change, Creation } from '../../app/view/forms.ts';

interface NewProject {
  domain_id: string;
  name: string;
  description: string;
  enabled: boolean;
}

/** The body, and the domain that its address names. */
type Sent = ProjectCreate & { domain_id: string };

/** Makes a project of the domain one works in; administrators of the system choose one. */
export const creation: Creation<Project, 'projects', NewProject, Sent> = {
  schema: projectCreateBody.safeExtend({ domain_id: z.string().min(1, { error: 'required' }) }) as z.ZodType<Sent, NewProject>,
  empty: ({ user }) => ({ domain_id: user?.domain_id ?? '', name: '', description: '', enabled: true }),
  send: ({ domain_id: domainId, ...body }, send) => send(api.projects.create, { params: { domainId }, body }),
};

/** Changes what a project is called, where it may be, and what is said of it. */
export const change: Change<Project, 'projects', z.input<typeof projectUpdateBody>, z.output<typeof projectUpdateBody>> = {
  schema: projectUpdateBody,
  draftOf: (project) => ({ ...(!isDefaultProject(project) && { name: project.name }), description: project.description }),
};
