import type { Opening } from '@gantry/contract/nouns/security-groups/openings';
import { useRuleWords } from '../../../parts/security-groups/rule-words.ts';

/** What is open, one by one: `TCP 22 (SSH)`. */
export function useOpenWords(): (openings: readonly Opening[]) => string[] {
  const words = useRuleWords();
  return (openings) => openings.map(({ protocol, ports }) => [words.protocol(protocol), words.ports(protocol, ports)].join(' ').trim());
}
