import { GantryError } from './errors.ts';
import type { RuleResult } from './rule-result.ts';

/** Refuses by a state rule. Throws state_conflict with the rule's reason. */
export function assertAllowed(verdict: RuleResult): void {
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
}
