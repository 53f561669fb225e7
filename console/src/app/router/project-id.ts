import i18next from 'i18next';
import { failureOf } from '../errors/failure.ts';
import { notify } from '../notify/notices.ts';
import { checkAccess } from '../session/access-check.ts';
import { enterProject } from '../session/enter-scope.ts';
import { sessionStore } from '../session/state.ts';

/**
 * `?project_id=` on any secure address selects that project and then leaves the address (S0 §2, decision A16).
 * @returns the search without it, or undefined where it was not there.
 */
export function takeProjectId(search: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const { project_id: id, ...rest } = search;
  // What begins so narrows a list to projects (`list-state.ts`); no id does.
  if (typeof id !== 'string' || id.startsWith('in:')) return undefined;
  if (id !== sessionStore.get().currentProject?.id) void select(id);
  return rest;
}

/** Unknown or disabled: the current project stays, with a notice. */
async function select(id: string): Promise<void> {
  try {
    const find = () => sessionStore.get().projects.find((known) => known.id === id && known.enabled);
    // One that was granted since the list was read is found in a new one.
    if (!find()) await checkAccess();
    const project = find();
    if (project) await enterProject(project);
    else notify({ type: 'warning', title: i18next.t('project.switchFailed'), message: i18next.t('errors.not_found') });
  } catch (error) {
    notify({ type: 'error', title: i18next.t('project.switchFailed'), message: failureOf(i18next.t, error).text });
  }
}
