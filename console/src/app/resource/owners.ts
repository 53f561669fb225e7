/** Whose the things of a list are: for administrators, who see those of several projects. */
import { createElement, useMemo, type ReactNode } from 'react';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import { useDomainFilter } from '../list/use-domain-filter.ts';
import { useProjectFilter } from '../list/use-project-filter.ts';
import type { ScopeKey } from '../scope.ts';
import { useScopeKey } from '../session/use-session.ts';
import type { SectionColumn } from './columns.tsx';
import type { Named } from './named.ts';
import { useNounText } from './noun-text.ts';

/** Whose a thing is leaves a list after all but its name and state. */
export const OWNER_RANK = 1;

/** What tells whose a thing is. */
type Owned = Pick<Named, 'project_name' | 'domain_name'> & { project_id?: string | null; domain_id?: string | null };

/** Which owners are told. */
export interface OwnersShown {
  project: boolean;
  domain: boolean;
}

const ownerOf = (item: Owned, of: 'project' | 'domain', byId: boolean): string | null =>
  item[`${of}_name`] ?? (byId ? item[`${of}_id`] : null) ?? null;

/**
 * Columns of whose each thing is; they stand directly after what it is.
 * @param byId what is recorded outlives its owner: one without a name is told by id
 */
export const ownerColumns = <T extends Owned>(
  label: (of: 'project' | 'domain') => string,
  shown: OwnersShown,
  byId = false,
): SectionColumn<T>[] =>
  (['project', 'domain'] as const)
    .filter((of) => shown[of])
    .map((of) => ({ key: of, label: label(of), rank: OWNER_RANK, value: (item) => ownerOf(item, of, byId) }));

/** Whose things are told in a scope: in a project all is its own, in a domain all is of the domain. */
export const ownersIn = (scope: ScopeKey): OwnersShown => ({
  project: !scope.startsWith('project:'),
  domain: scope === 'system',
});

/** Project and, for those who see several, domain of each thing; nothing in a project, where all is its own. */
export function useOwnerColumns<T extends Named>(noun: string, isOwned: boolean): readonly SectionColumn<T>[] {
  const text = useNounText(noun);
  const scope = useScopeKey();
  return useMemo(() => (isOwned ? ownerColumns<T>((of) => text(`field.${of}`), ownersIn(scope)) : []), [text, scope, isOwned]);
}

/** The same for the line below the name of one thing. */
export function useOwnerLine(item: Owned): ReactNode[] {
  const shown = ownersIn(useScopeKey());
  return (['project', 'domain'] as const).flatMap((of) => {
    const owner = shown[of] ? ownerOf(item, of, true) : null;
    return owner === null ? [] : [createElement('bdi', { key: of }, owner)];
  });
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
