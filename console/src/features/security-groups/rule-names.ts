import type { SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { protocolName } from '@gantry/contract/nouns/security-groups/protocols';
import { useRuleWords } from '../../parts/security-groups/rule-words.ts';

type Rule = Pick<SecurityGroupRule, 'ethertype' | 'protocol' | 'port_range_min' | 'port_range_max'>;

const portsOf = ({ port_range_min: min, port_range_max: max }: Rule): [number, number] | null =>
  min === null && max === null ? null : [min ?? 0, max ?? min ?? 0];

/** What a rule lets through, in words; its name is all of them together: `IPv4 TCP 22 (SSH)`. */
export function useRuleNames() {
  const words = useRuleWords();
  const protocolOf = ({ protocol }: Rule) => (protocol === null ? null : protocolName(protocol));
  const ports = (rule: Rule) => words.ports(protocolOf(rule), portsOf(rule));
  return {
    protocol: (rule: Rule): string => words.protocol(protocolOf(rule)),
    ports,
    name: (rule: Rule): string => [rule.ethertype, words.protocol(protocolOf(rule)), ports(rule)].filter((part) => part !== null).join(' '),
    anywhere: words.anywhere,
  };
}
