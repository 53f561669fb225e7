/** What VPN connections are made of (S2 §9). */

/** Who begins: either side, or only the other one. */
export const INITIATORS = ['bi-directional', 'response-only'] as const;
export const INITIATOR_DEFAULT = 'bi-directional';

/** What is done about a peer that no longer answers. */
export const DPD_ACTIONS = ['hold', 'clear', 'restart', 'disabled'] as const;
/** Seconds (screens I2). */
export const DPD_DEFAULTS = { action: 'hold', interval: 30, timeout: 120 } as const;

/** How many of each one may have (ours), and the lengths of texts; `seconds`: between two looks at the peer. */
export const VPN_LIMITS = { subnets: 20, ranges: 50, psk: 255, identity: 255, seconds: 86_400, mtu: 9000 } as const;
export const MTU_DEFAULT = 1500;
/** Smallest packets that each version of IP has to carry (screens I2). */
export const MTU_MIN = { 4: 68, 6: 1280 } as const;

/** What IKE tells a side of a try to connect; no more is known of the other side, and no more is shown. */
export const VPN_EVENTS = [
  'established',
  'no_answer',
  'authentication_failed',
  'no_proposal_chosen',
  'no_matching_ranges',
  'gave_up',
] as const;
export type VpnEvent = (typeof VPN_EVENTS)[number];
