import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { choosesProject } from '../session/scope-of.ts';
import { sessionStore } from '../session/state.ts';

/** What belongs to a project; null: to none, or it is for others as well. */
export interface Owned {
  project_id: string | null;
}

/** The project that was chosen last, and by which session: what is made next, or on the way back from another form, is in the same one. */
let last: { session: string | null; project: AccountProject } | undefined;

export const lastProject = (): AccountProject | undefined => (last?.session === sessionStore.get().token ? last?.project : undefined);

export const chooseProject = (project: AccountProject | undefined): void => {
  last = project && { session: sessionStore.get().token, project };
};

/** What is made next of a thing, by who works on the whole cloud, is made in its project, where it has one. */
export function chooseProjectOf({ project_id: id }: Owned): void {
  const session = sessionStore.get();
  const project = choosesProject(session) ? session.projects.find((one) => one.id === id) : undefined;
  if (project) chooseProject(project);
}
