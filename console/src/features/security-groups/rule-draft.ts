import { ruleAddBody, type RuleAdd, type RuleWanted } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroup, SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { portRanges, type PortRange } from '@gantry/contract/nouns/security-groups/ports';
import { ICMP_PROTOCOLS, PORT_PROTOCOLS, protocolName } from '@gantry/contract/nouns/security-groups/protocols';
import { comparedRules, ethertypeOf, ruleKey } from '@gantry/contract/nouns/security-groups/rules';
import { SERVICES } from '@gantry/contract/nouns/security-groups/services';
import { z } from 'zod';

/** In place of a protocol: any, two of them, and one that is typed. */
export const [ANY, TCP_UDP, OTHER] = ['', 'tcp+udp', 'other'] as const;
/** The protocols to choose from; another one is typed. ICMP is that of the IP version. */
export const PROTOCOLS = ['tcp', 'udp', TCP_UDP, 'icmp', 'sctp', 'vrrp', 'esp', 'ah', 'gre'] as const;

type Version = 'IPv4' | 'IPv6';
const VERSIONS = { IPv4: ['IPv4'], IPv6: ['IPv6'], both: ['IPv4', 'IPv6'] } as const satisfies Record<string, readonly Version[]>;

/** Rules as they are typed: one for each combination of IP version, protocol and ports, and of IP version and further service. */
export interface RuleDraft {
  direction: 'ingress' | 'egress';
  versions: keyof typeof VERSIONS;
  /** One of `PROTOCOLS`, `ANY` or `OTHER`. */
  chosen: string;
  /** The one that is typed. */
  protocol: string;
  /** `22, 8000-8100`; empty: all. */
  ports: string;
  icmp_type: number | undefined;
  icmp_code: number | undefined;
  /** Ids of well-known services beside that; empty: not chosen. */
  further: string[];
  remote: 'any' | 'prefix' | 'group';
  remote_ip_prefix: string;
  remote_group_id: string | undefined;
}

export const newRule = (direction: RuleDraft['direction']): RuleDraft => ({
  direction,
  versions: 'IPv4',
  chosen: 'tcp',
  protocol: '',
  ports: '',
  icmp_type: undefined,
  icmp_code: undefined,
  further: [],
  remote: 'any',
  remote_ip_prefix: '',
  remote_group_id: undefined,
});

/** What a template fills in. @param id of a well-known service */
export function templateOf(id: string): Pick<RuleDraft, 'chosen' | 'protocol' | 'ports' | 'icmp_type' | 'icmp_code'> | undefined {
  const service = SERVICES.find((one) => one.id === id);
  return service && { chosen: service.protocol, protocol: '', ports: textOf(service), icmp_type: undefined, icmp_code: undefined };
}

const textOf = ({ ports }: (typeof SERVICES)[number]): string => (ports ? [...new Set(ports)].join('-') : '');

/** The well-known service that a draft is about; empty where it is none. */
export const serviceOf = ({ chosen, ports, icmp_type: type, icmp_code: code }: RuleDraft): string =>
  SERVICES.find((service) => service.protocol === chosen && textOf(service) === ports.trim() && type === undefined && code === undefined)
    ?.id ?? '';

/** Whether several services say by their names which protocols and ports are meant. */
export const isNamed = (draft: RuleDraft): boolean => draft.further.length > 0 && serviceOf(draft) !== '';

/** The protocols that are meant, by their usual names; null: any. */
function protocolsOf({ chosen, protocol }: Pick<RuleDraft, 'chosen' | 'protocol'>): readonly (string | null)[] {
  if (chosen === ANY) return [null];
  return chosen === OTHER ? [protocolName(protocol.trim())] : chosen.split('+');
}

/** Which numbers the protocols have: ports, ICMP's type and code, which both IP versions do not share, or none. */
export function numbersOf(draft: Pick<RuleDraft, 'chosen' | 'protocol' | 'versions'>): 'ports' | 'icmp' | undefined {
  const [protocol] = protocolsOf(draft);
  if (PORT_PROTOCOLS.has(protocol ?? '')) return 'ports';
  return ICMP_PROTOCOLS.has(protocol ?? '') && draft.versions !== 'both' ? 'icmp' : undefined;
}

/** The IP versions that are meant. Certain addresses are of one of both. */
function versionsOf({ versions, remote, remote_ip_prefix: prefix }: RuleDraft): readonly Version[] {
  if (versions !== 'both' || remote !== 'prefix') return VERSIONS[versions];
  return [prefix.includes(':') ? 'IPv6' : 'IPv4'];
}

type Numbers = Pick<RuleWanted, 'port_range_min' | 'port_range_max'>;

function numbersIn(draft: RuleDraft, ranges: readonly PortRange[]): readonly Numbers[] {
  const numbers = numbersOf(draft);
  if (numbers === 'ports' && ranges.length > 0) return ranges.map(([first, last]) => ({ port_range_min: first, port_range_max: last }));
  const { icmp_type: type, icmp_code: code } = draft;
  return [
    numbers === 'icmp' ? { ...(type !== undefined && { port_range_min: type }), ...(code !== undefined && { port_range_max: code }) } : {},
  ];
}

/** The rules that a draft makes, each once: of what is typed, none while its ports cannot be read, and of further services. */
export function rulesOf(draft: RuleDraft): RuleWanted[] {
  const drafts = [draft, ...draft.further.flatMap((id) => templateOf(id) ?? []).map((template) => ({ ...draft, ...template }))];
  return [...new Map(drafts.flatMap(rulesTyped).map((rule) => [ruleKey(rule), rule])).values()];
}

/** What is missing in a rule stays empty. */
function rulesTyped(draft: RuleDraft): RuleWanted[] {
  const { direction, remote, remote_ip_prefix: prefix, remote_group_id: group = '' } = draft;
  const side = { ...(remote === 'prefix' && { remote_ip_prefix: prefix.trim() }), ...(remote === 'group' && { remote_group_id: group }) };
  const ranges = portRanges(draft.ports);
  if (numbersOf(draft) === 'ports' && !ranges) return [];
  const numbers = numbersIn(draft, ranges ?? []);
  return versionsOf(draft).flatMap((ethertype) =>
    protocolsOf(draft).flatMap((named) => {
      const protocol = named === 'icmp' && ethertype === 'IPv6' ? 'ipv6-icmp' : named;
      return numbers.map((own): RuleWanted => ({ direction, ethertype, ...(protocol !== null && { protocol }), ...own, ...side }));
    }),
  );
}

/** A rule that is to be made, as those of a group are read. */
export const asRule = (rule: RuleWanted): SecurityGroupRule => ({
  id: '',
  direction: rule.direction,
  ethertype: ethertypeOf(rule),
  protocol: rule.protocol ?? null,
  port_range_min: rule.port_range_min ?? null,
  port_range_max: rule.port_range_max ?? null,
  remote_ip_prefix: rule.remote_ip_prefix ?? null,
  remote_group_id: rule.remote_group_id ?? null,
});

/** Where what is wrong with a rule is typed. */
function fieldOf(draft: RuleDraft, member: PropertyKey | undefined): keyof RuleDraft {
  if (member === 'remote_ip_prefix' || member === 'remote_group_id') return member;
  if (isNamed(draft)) return 'further';
  const numbers = numbersOf(draft);
  switch (member) {
    case 'protocol':
      return draft.chosen === OTHER ? 'protocol' : 'chosen';
    case 'port_range_min':
      return numbers === 'icmp' ? 'icmp_type' : 'ports';
    case 'port_range_max':
      return numbers === 'icmp' ? 'icmp_code' : 'ports';
    default:
      return numbers === 'ports' ? 'ports' : 'chosen';
  }
}

/** What is typed, as the contract's body of the rules of a group. */
export const rulesSchema = ({
  security_group_rules: existing,
}: Pick<SecurityGroup, 'security_group_rules'>): z.ZodType<RuleAdd, RuleDraft> =>
  z.custom<RuleDraft>().transform((draft, { issues }) => {
    const wrong = (field: keyof RuleDraft, message: string, params?: object) =>
      void issues.push({ code: 'custom', path: [field], message, input: draft, ...(params && { params }) });
    if (draft.chosen === OTHER && draft.protocol.trim() === '') wrong('protocol', 'required');
    if (draft.remote === 'prefix' && draft.remote_ip_prefix.trim() === '') wrong('remote_ip_prefix', 'required');
    if (draft.remote === 'group' && draft.remote_group_id === undefined) wrong('remote_group_id', 'required');
    if (numbersOf(draft) === 'ports' && !portRanges(draft.ports)) wrong('ports', 'port_list');
    if (issues.length > 0) return z.NEVER;
    const wanted = rulesOf(draft);
    const body = ruleAddBody.safeParse({ security_group_rules: wanted });
    for (const issue of body.error?.issues ?? [])
      wrong(fieldOf(draft, issue.path.at(-1)), issue.message, 'maximum' in issue ? { max: issue.maximum } : undefined);
    if (body.success && comparedRules(existing, wanted).missing.length === 0) wrong(fieldOf(draft, undefined), 'rule_exists');
    return body.data ?? z.NEVER;
  });
