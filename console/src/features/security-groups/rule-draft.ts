import { ruleCreateBody, type RuleCreate } from '@gantry/contract/nouns/security-groups/bodies';
import { ICMP_PROTOCOLS, PORT_PROTOCOLS, protocolName } from '@gantry/contract/nouns/security-groups/protocols';
import { SERVICES } from '@gantry/contract/nouns/security-groups/services';
import { z } from 'zod';

/** The protocols to choose from; another one is typed. */
export const PROTOCOLS = ['tcp', 'udp', 'icmp', 'ipv6-icmp', 'sctp', 'vrrp', 'esp', 'ah', 'gre'] as const;
/** In place of a protocol: any, and one that is typed. */
export const [ANY, OTHER] = ['', 'other'] as const;

/** A rule as it is typed. */
export interface RuleDraft {
  direction: 'ingress' | 'egress';
  ethertype: 'IPv4' | 'IPv6';
  /** One of `PROTOCOLS`, `ANY` or `OTHER`. */
  chosen: string;
  /** The one that is typed. */
  protocol: string;
  port_range_min: number | undefined;
  port_range_max: number | undefined;
  remote: 'any' | 'prefix' | 'group';
  remote_ip_prefix: string;
  remote_group_id: string | undefined;
}

export const newRule = (direction: RuleDraft['direction']): RuleDraft => ({
  direction,
  ethertype: 'IPv4',
  chosen: 'tcp',
  protocol: '',
  port_range_min: undefined,
  port_range_max: undefined,
  remote: 'any',
  remote_ip_prefix: '',
  remote_group_id: undefined,
});

/** What a template fills in. @param id of a well-known service */
export function templateOf(id: string): Pick<RuleDraft, 'chosen' | 'protocol' | 'port_range_min' | 'port_range_max'> | undefined {
  const service = SERVICES.find((one) => one.id === id);
  return service && { chosen: service.protocol, protocol: '', port_range_min: service.ports?.[0], port_range_max: service.ports?.[1] };
}

/** The well-known service that a draft is about; empty where it is none. */
export const serviceOf = ({ chosen, port_range_min: min, port_range_max: max }: RuleDraft): string =>
  SERVICES.find(({ protocol, ports }) => protocol === chosen && ports?.[0] === min && ports?.[1] === (max ?? min))?.id ?? '';

/** The protocol that is meant, by its usual name; undefined: any. */
export function protocolOf({ chosen, protocol }: Pick<RuleDraft, 'chosen' | 'protocol'>): string | undefined {
  if (chosen === ANY) return undefined;
  return chosen === OTHER ? protocolName(protocol.trim()) : chosen;
}

/** Which numbers a protocol has: of ports, of ICMP's types and codes, or none. */
export function numbersOf(draft: Pick<RuleDraft, 'chosen' | 'protocol'>): 'ports' | 'icmp' | undefined {
  const protocol = protocolOf(draft) ?? '';
  if (PORT_PROTOCOLS.has(protocol)) return 'ports';
  return ICMP_PROTOCOLS.has(protocol) ? 'icmp' : undefined;
}

/** As it is sent: one port is a range of one. */
function bodyOf(draft: RuleDraft): Omit<RuleCreate, 'security_group_id'> {
  const { direction, ethertype, port_range_min: min, remote, remote_ip_prefix: prefix, remote_group_id: group } = draft;
  const protocol = protocolOf(draft);
  const numbers = numbersOf(draft);
  const max = draft.port_range_max ?? (numbers === 'ports' ? min : undefined);
  return {
    direction,
    ethertype,
    ...(protocol !== undefined && { protocol }),
    ...(numbers && min !== undefined && { port_range_min: min }),
    ...(numbers && max !== undefined && { port_range_max: max }),
    ...(remote === 'prefix' && { remote_ip_prefix: prefix.trim() }),
    ...(remote === 'group' && group !== undefined && { remote_group_id: group }),
  };
}

/** What is typed, as the contract's body of a rule of a group. */
export const ruleSchema = (groupId: string): z.ZodType<RuleCreate, RuleDraft> =>
  z
    .custom<RuleDraft>()
    .superRefine((draft, { addIssue }) => {
      const missing = (path: keyof RuleDraft) => addIssue({ code: 'custom', path: [path], message: 'required' });
      if (draft.chosen === OTHER && draft.protocol.trim() === '') missing('protocol');
      if (draft.remote === 'prefix' && draft.remote_ip_prefix.trim() === '') missing('remote_ip_prefix');
      if (draft.remote === 'group' && draft.remote_group_id === undefined) missing('remote_group_id');
    })
    .transform((draft) => ({ security_group_id: groupId, ...bodyOf(draft) }))
    .pipe(ruleCreateBody);
