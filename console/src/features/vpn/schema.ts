import {
  vpnConnectionBody,
  vpnConnectionUpdateBody,
  type VpnConnectionCreate,
  type VpnConnectionUpdate,
} from '@gantry/contract/nouns/vpn-connections/bodies';
import type { VpnConnection } from '@gantry/contract/nouns/vpn-connections/entity';
import { vpnProblems } from '@gantry/contract/nouns/vpn-connections/problems';
import { networkProblem } from '@gantry/contract/validation/cidr';
import { newProblems } from '@gantry/contract/validation/new-problems';
import { z } from 'zod';
import type { Change } from '../../app/view/forms.ts';
import { draftOf, localRangesOf, rangesOf, type PolicyKind, type VpnDraft } from './draft.ts';

type Context = z.RefinementCtx<VpnDraft>;

/** What only the form knows: what was typed twice, and the ranges behind what was chosen. */
function checkKnown(draft: VpnDraft, { addIssue }: Context, before?: VpnDraft): void {
  if (draft.psk !== draft.psk_again) addIssue({ code: 'custom', path: ['psk_again'], message: 'vpn_psk_again' });
  const { known } = draft;
  if (rangesOf(draft).some((text) => networkProblem(text) !== undefined)) return;
  const shapeOf = (one: VpnDraft) => ({
    ike_version: one.ike === 'existing' ? known.ike_version : null,
    peer_cidrs: rangesOf(one),
    local_cidrs: localRangesOf({ ...one, known }),
    connected_cidrs: Object.values(known.cidrs),
  });
  for (const { path, code, params } of newProblems(vpnProblems, shapeOf(draft), before && shapeOf(before)))
    addIssue({ code: 'custom', path: [...path], message: code, params: params ?? {} });
}

const FIELD_OF: Readonly<Record<string, string>> = { ike_policy: 'ike', ipsec_policy: 'ipsec', dpd: 'dpd' };

/** Where the form has a member of the body: `ike_policy.lifetime` is its field `ike_lifetime`. */
function fieldOf([first, second, ...rest]: readonly PropertyKey[]): PropertyKey[] {
  const part = typeof first === 'string' ? FIELD_OF[first] : undefined;
  if (part !== undefined && second !== undefined) return [`${part}_${String(second)}`, ...rest];
  return [first, second, ...rest].filter((step) => step !== undefined);
}

/** Judges a body by the contract; what is wrong is told at the form's own fields. */
function judged<O>(schema: z.ZodType<O>, body: unknown, { issues }: Context): O {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  for (const issue of result.error.issues) issues.push({ ...issue, path: fieldOf(issue.path), input: body } as z.core.$ZodRawIssue);
  return z.NEVER;
}

/** Who names no identity of the peer means its address. */
function peerIdOf({ peer_id: typed, peer_address: address }: VpnDraft): { peer_id?: string } {
  const id = typed.trim() || address.trim();
  return id === '' ? {} : { peer_id: id };
}

/** What can be said at any time, as it is sent. */
const changeable = (draft: VpnDraft) => ({
  name: draft.name,
  description: draft.description,
  peer_address: draft.peer_address,
  ...peerIdOf(draft),
  local_id: draft.local_id.trim() === '' ? null : draft.local_id,
  local_subnet_ids: draft.local_subnet_ids,
  peer_cidrs: rangesOf(draft),
  initiator: draft.initiator,
  dpd: { action: draft.dpd_action, interval: draft.dpd_interval ?? NaN, timeout: draft.dpd_timeout ?? NaN },
  mtu: draft.mtu ?? NaN,
});

/** What a policy is called as long as the connection has no name either, which is wrong at another field. */
const NAMELESS = 'vpn';

/** A policy, as it is sent: one without a name has that of the connection. */
const policyOf = (draft: VpnDraft, kind: PolicyKind) => {
  if (draft[kind] === 'existing') return { [`${kind}policy_id`]: draft[`${kind}policy_id`] };
  const name = draft[`${kind}_name`].trim();
  return {
    [`${kind}_policy`]: {
      name: name || draft.name.trim() || NAMELESS,
      auth_algorithm: draft[`${kind}_auth_algorithm`],
      encryption_algorithm: draft[`${kind}_encryption_algorithm`],
      pfs: draft[`${kind}_pfs`],
      lifetime: draft[`${kind}_lifetime`] ?? NaN,
      ...(kind === 'ike' && { ike_version: draft.ike_ike_version }),
    },
  };
};

/** A new one, as it is sent. */
export const vpnSchema: z.ZodType<VpnConnectionCreate, VpnDraft> = z.custom<VpnDraft>().transform((draft, context) => {
  checkKnown(draft, context);
  const missing = (['ike', 'ipsec'] as const).filter((kind) => draft[kind] === 'existing' && draft[`${kind}policy_id`] === undefined);
  for (const member of [...missing.map((kind) => `${kind}policy_id`), ...(draft.router_id === undefined ? ['router_id'] : [])])
    context.addIssue({ code: 'custom', path: [member], message: 'required' });
  const policies = { ...policyOf(draft, 'ike'), ...policyOf(draft, 'ipsec') };
  return judged(vpnConnectionBody, { ...changeable(draft), psk: draft.psk, router_id: draft.router_id, ...policies }, context);
});

/** What has been changed of one, as it is sent; a key that is not typed stays. */
export const change: Change<VpnConnection, 'vpn', VpnDraft, VpnConnectionUpdate> = {
  draftOf,
  schema: (_, before) => {
    const was: Readonly<Record<string, unknown>> = changeable(before);
    return z.custom<VpnDraft>().transform((draft, context) => {
      checkKnown(draft, context, before);
      const now = Object.entries(changeable(draft));
      const changed = Object.fromEntries(now.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key])));
      return judged(vpnConnectionUpdateBody, { ...changed, ...(draft.psk !== '' && { psk: draft.psk }) }, context);
    });
  },
};
