import { ALL_PROJECTS, networkUpdateBody, type NetworkUpdate } from '@gantry/contract/nouns/networks/bodies';
import { modeOf } from '@gantry/contract/nouns/networks/modes';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { z } from 'zod';

type Policy = NonNullable<Network['rbac_policies']>[number];

/** Who may use a network, and how: `full` is both of the others, `none` takes a policy away (screens E4). */
export const ACCESS = ['none', 'direct', 'routed', 'full'] as const;
export type Access = (typeof ACCESS)[number];

/** A policy as it is typed: `*` stands for all projects. */
export interface AccessRow {
  target: string;
  access: Access;
}

/** The policies of a network as they are typed, under the name that the server tells problems by. */
export interface AccessDraft {
  rbac_policies: AccessRow[];
  /** Ids of the projects among them, as they are chosen. */
  projects: string[];
}

const ACTIONS: Readonly<Record<Access, Policy['actions']>> = {
  none: [],
  direct: ['direct'],
  routed: ['routed'],
  full: ['direct', 'routed'],
};

const accessOf = ({ actions }: Policy): Access => {
  const mode = modeOf(actions);
  return mode === 'mixed' ? 'full' : (mode ?? 'none');
};

export function draftOf({ rbac_policies: policies }: Network): AccessDraft {
  const rows = (policies ?? []).map((policy): AccessRow => ({ target: policy.target_project, access: accessOf(policy) }));
  return { rbac_policies: rows, projects: rows.flatMap(({ target }) => (target === ALL_PROJECTS ? [] : target)) };
}

const keptOf = (rows: readonly AccessRow[]) => rows.filter(({ access }) => access !== 'none');

/** What is wrong with the rows; undefined: nothing. */
export function rowsProblem(rows: readonly AccessRow[]): 'required' | 'duplicates' | undefined {
  const targets = keptOf(rows).map(({ target }) => target.trim());
  if (targets.includes('')) return 'required';
  return new Set(targets).size < targets.length ? 'duplicates' : undefined;
}

/** All policies, as they are sent: without those that were taken away. */
export const policiesIn = (rows: readonly AccessRow[]): Policy[] =>
  keptOf(rows).map(({ target, access }) => ({ target_project: target.trim(), actions: [...ACTIONS[access]] }));

/** What is typed, as the contract's body. */
export const accessSchema: z.ZodType<NetworkUpdate, AccessDraft> = z
  .custom<AccessDraft>()
  .superRefine(({ rbac_policies: rows }, { addIssue }) => {
    const message = rowsProblem(rows);
    if (message) addIssue({ code: 'custom', path: ['rbac_policies'], message });
  })
  .transform(({ rbac_policies: rows }): z.input<typeof networkUpdateBody> => ({ rbac_policies: policiesIn(rows) }))
  .pipe(networkUpdateBody);
