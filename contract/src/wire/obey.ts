import { GantryError } from './errors.ts';
import type { Verdict } from './verdict.ts';

/** Refuses by a state rule. Throws state_conflict with the rule's reason. */
export function obey(verdict: Verdict): void {
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
}
