import type { ChoiceFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import { useProjects } from '../resource/use-projects.ts';
import { useFilterNeeded } from './use-choice-filter.ts';

/** A list's filter by project, for those who may see which there are: else there is none. */
export function useProjectFilter(state: ListState, label: string): ChoiceFilter[] {
  const key = 'project_id';
  const may = useMay();
  const offered = may(api.projects.list);
  const { isNeeded, onOpen } = useFilterNeeded(state, key);
  const { projects, ...found } = useProjects(offered && isNeeded);
  if (!offered) return [];
  const several = new Set(projects?.map(({ domain }) => domain)).size > 1;
  const options = projects?.map(({ id, name, domain }) => ({ value: id, label: several ? `${name} (${domain})` : name })) ?? [];
  return [{ kind: 'choice', key, label, options, loading: projects === undefined && found.failure === undefined, onOpen, ...found }];
}
