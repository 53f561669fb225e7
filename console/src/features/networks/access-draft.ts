import { networkUpdateBody, type NetworkUpdate } from '@gantry/contract/nouns/networks/bodies';
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

export const draftOf = ({ rbac_policies: policies }: Network): AccessDraft => ({
  rbac_policies: (policies ?? []).map((policy) => ({ target: policy.target_project, access: accessOf(policy) })),
});

/** What is typed, as the contract's body: all policies, without those that were taken away. */
export const accessSchema: z.ZodType<NetworkUpdate, AccessDraft> = z
  .custom<AccessDraft>()
  .superRefine(({ rbac_policies: rows }, { addIssue }) => {
    const kept = rows.filter(({ access }) => access !== 'none').map(({ target }) => target.trim());
    if (kept.includes('')) addIssue({ code: 'custom', path: ['rbac_policies'], message: 'required' });
    else if (new Set(kept).size < kept.length) addIssue({ code: 'custom', path: ['rbac_policies'], message: 'duplicates' });
  })
  .transform(({ rbac_policies: rows }): z.input<typeof networkUpdateBody> => ({
    rbac_policies: rows
      .filter(({ access }) => access !== 'none')
      .map(({ target, access }) => ({ target_project: target.trim(), actions: [...ACTIONS[access]] })),
  }))
  .pipe(networkUpdateBody);
