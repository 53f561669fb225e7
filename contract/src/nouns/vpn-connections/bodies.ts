/** What VPN connections are made of, and what can be changed of them (screens I2). */
import { z } from 'zod';
import { FORMS } from '../../wire/forms.ts';
import { canonicalIp } from '../../validation/canonical.ts';
import { patterned } from '../../wire/patterned.ts';
import { reference } from '../../wire/reference.ts';
import { secret } from '../../wire/secret.ts';
import { description, displayName, id } from '../../wire/values.ts';
import { cidr } from '../networks/subnets.ts';
import { ikePolicyOfNew, ipsecPolicyOfNew } from '../vpn-policies/bodies.ts';
import { vpnProblems } from './problems.ts';
import { DPD_ACTIONS, DPD_DEFAULTS, INITIATORS, VPN_LIMITS } from './values.ts';

const whole = (min: number, max: number) => z.number().int().min(min, { error: 'too_small' }).max(max, { error: 'too_large' });
const unique = <T>(list: readonly T[]): boolean => new Set(list).size === list.length;

const isIp = (text: string): boolean => FORMS.ipv4.fits(text) || FORMS.ipv6.fits(text);
/** Digits and full stops alone are a mistyped address. */
const isHost = (text: string): boolean =>
  /[a-zA-Z]/.test(text) && /^[a-zA-Z\d]+(?:-+[a-zA-Z\d]+)*(?:\.[a-zA-Z\d]+(?:-+[a-zA-Z\d]+)*)*$/.test(text);

const peerAddress = patterned(
  'peer_address',
  z
    .string()
    .trim()
    .min(1, { error: 'required', abort: true })
    .max(VPN_LIMITS.identity, { error: 'too_long', abort: true })
    .refine((text) => isIp(text) || isHost(text), { error: 'vpn_peer_address' })
    .overwrite((text) => (isIp(text) ? canonicalIp(text) : text)),
);

const identity = patterned(
  'vpn_identity',
  z
    .string()
    .trim()
    .min(1, { error: 'required', abort: true })
    .max(VPN_LIMITS.identity, { error: 'too_long', abort: true })
    .regex(/^[\w.:@%+=,/-]+$/, { error: 'vpn_identity' }),
);

/** It is written into files of the other side and of the network service: nothing in it may end a text there. */
const psk = secret(
  patterned(
    'vpn_psk',
    z
      .string()
      .min(1, { error: 'required', abort: true })
      .max(VPN_LIMITS.psk, { error: 'too_long', abort: true })
      .regex(/^[!#-&(-[\]-_a-~]+$/, { error: 'vpn_psk' }),
  ),
);

const dpd = z.strictObject({
  action: z.enum(DPD_ACTIONS, { error: 'choice' }).default(DPD_DEFAULTS.action),
  interval: whole(1, VPN_LIMITS.seconds).default(DPD_DEFAULTS.interval),
  timeout: whole(1, VPN_LIMITS.seconds).default(DPD_DEFAULTS.timeout),
});

/** What can be said at any time. */
const changeable = {
  name: displayName,
  description: description.optional(),
  peer_address: peerAddress,
  /** Absent: the address. */
  peer_id: identity.optional(),
  /** Absent or null: the address of the router. */
  local_id: identity.nullable().optional(),
  psk,
  /** Subnets that the router is connected to. */
  local_subnet_ids: z
    .array(id)
    .min(1, { error: 'required' })
    .max(VPN_LIMITS.subnets, { error: 'too_many' })
    .refine(unique, { error: 'duplicates' }),
  /** Ranges on the other side. What they may be beside their form, `vpnProblems` says. */
  peer_cidrs: z.array(cidr).min(1, { error: 'required' }).max(VPN_LIMITS.ranges, { error: 'too_many' }),
  initiator: z.enum(INITIATORS, { error: 'choice' }).optional(),
  dpd: dpd.optional(),
  mtu: whole(1, VPN_LIMITS.mtu).optional(),
};

interface Judged {
  ike_policy?: { ike_version: string } | undefined;
  peer_cidrs?: readonly string[] | undefined;
  mtu?: number | undefined;
  dpd?: { interval: number; timeout: number } | undefined;
}

/** Tells each problem at its member. */
function check(body: Judged, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): void {
  for (const { path, code, params } of vpnProblems({ ...body, ike_version: body.ike_policy?.ike_version }))
    addIssue({ code: 'custom', path: [...path], message: code, ...(params && { params }) });
}

/** One policy each: one that there is, or a new one. */
const onePolicy =
  (existing: 'ikepolicy_id' | 'ipsecpolicy_id', fresh: 'ike_policy' | 'ipsec_policy') =>
  (body: Readonly<Record<string, unknown>>, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): void => {
    if ((body[existing] === undefined) === (body[fresh] === undefined))
      addIssue({ code: 'custom', path: [existing], message: 'vpn_policy_one' });
  };

export const vpnConnectionBody = z
  .strictObject({
    ...changeable,
    router_id: reference('router'),
    ikepolicy_id: reference('vpn_ike_policy').optional(),
    ike_policy: ikePolicyOfNew.optional(),
    ipsecpolicy_id: reference('vpn_ipsec_policy').optional(),
    ipsec_policy: ipsecPolicyOfNew.optional(),
  })
  .superRefine(onePolicy('ikepolicy_id', 'ike_policy'))
  .superRefine(onePolicy('ipsecpolicy_id', 'ipsec_policy'))
  .superRefine(check)
  .meta({
    id: 'VpnConnectionCreate',
    examples: [
      {
        name: 'branch',
        router_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10',
        local_subnet_ids: ['2f6d1c3e-9f0b-4a52-8c6d-2e5f7b8a9c10'],
        peer_cidrs: ['10.200.0.0/16'],
        peer_address: '203.0.113.10',
        psk: 'w7Rk2-pQ9zL_4mXc',
        ike_policy: { name: 'branch' },
        ipsec_policy: { name: 'branch' },
      },
    ],
  });
export type VpnConnectionCreate = z.output<typeof vpnConnectionBody>;

export const vpnConnectionUpdateBody = z
  .strictObject({
    ...changeable,
    name: displayName.optional(),
    peer_address: peerAddress.optional(),
    psk: psk.optional(),
    local_subnet_ids: changeable.local_subnet_ids.optional(),
    peer_cidrs: changeable.peer_cidrs.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  // Ranges are judged beside those that the connection has.
  .superRefine(({ mtu, dpd }, context) => check({ mtu, dpd }, context))
  .meta({ id: 'VpnConnectionUpdate', examples: [{ name: 'branch office' }] });
export type VpnConnectionUpdate = z.output<typeof vpnConnectionUpdateBody>;
