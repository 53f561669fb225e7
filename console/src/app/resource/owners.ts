/** Whose the things of a list are: for administrators, who see those of several projects. */
import { useMemo } from 'react';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import { useDomainFilter } from '../list/use-domain-filter.ts';
import { useProjectFilter } from '../list/use-project-filter.ts';
import { useScopeKey } from '../session/use-session.ts';
import type { SectionColumn } from './columns.tsx';
import type { Named } from './named.ts';
import { useNounText } from './noun-text.ts';

/** Whose a thing is leaves a list after all but its name and state. */
export const OWNER_RANK = 1;

/** Domain of each thing, for those who see several. */
function useDomainColumn<T extends Named>(noun: string): readonly SectionColumn<T>[] {
  const text = useNounText(noun);
  const seesSeveral = useScopeKey() === 'system';
  return useMemo(
    () =>
      seesSeveral ? [{ key: 'domain', label: text('field.domain'), rank: OWNER_RANK, value: ({ domain_name: name }) => name ?? null }] : [],
    [text, seesSeveral],
  );
}

/** Project and, for those who see several, domain of each thing; nothing in a project, where all is its own. */
export function useOwnerColumns<T extends Named>(noun: string, isOwned: boolean): readonly SectionColumn<T>[] {
  const text = useNounText(noun);
  const scope = useScopeKey();
  const domain = useDomainColumn<T>(noun);
  return useMemo(() => {
    if (!isOwned || scope.startsWith('project:')) return [];
    return [{ key: 'project', label: text('field.project'), rank: OWNER_RANK, value: ({ project_name: name }) => name ?? null }, ...domain];
  }, [text, scope, isOwned, domain]);
}

/** The filters to these columns. */
export function useOwnerFilters(noun: string, isOwned: boolean, state: ListState): readonly ListFilter[] {
  const text = useNounText(noun);
  const scope = useScopeKey();
  const may = useMay();
  const projects = useProjectFilter(state, text('field.project'));
  const domain = useDomainFilter(state, text('field.domain'));
  if (!isOwned || scope.startsWith('project:')) return [];
  return [...projects, ...(scope === 'system' && may(api.domains.list) ? [domain] : [])];
}
