import type { Outcome } from '../outcomes/outcome.ts';
import type { Requirement } from './requirements.ts';
import { idsOf, kindOf, MOST_IDS, satisfies } from './titles.ts';

export interface Conformance {
  /** Ids proven by at least one passing test of their kind or a stronger one, and named by no test that did not pass. */
  proven: Set<string>;
  /** Titles that are wrong: unknown ids, or too many. */
  complaints: string[];
  /** Ids named only by passing tests of too weak a kind, with that file. */
  tooWeak: Map<string, string>;
}

/** Counts which requirements the tests prove. */
export function countConformance(requirements: readonly Requirement[], outcomes: readonly Outcome[]): Conformance {
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const proven = new Set<string>();
  const refuted = new Set<string>();
  const tooWeak = new Map<string, string>();
  const complaints = new Set<string>();
  for (const { file, title, state } of outcomes) {
    const ids = idsOf(title);
    if (ids.length > MOST_IDS) complaints.add(`${file}: "${title}" names ${ids.length} ids, at most ${MOST_IDS} are allowed`);
    for (const id of ids) {
      const requirement = byId.get(id);
      if (!requirement) complaints.add(`${file}: "${title}" names ${id}, which is no requirement`);
      else if (state !== 'passed') refuted.add(id);
      else if (satisfies(kindOf(file), requirement.check)) proven.add(id);
      else tooWeak.set(id, file);
    }
  }
  for (const id of refuted) proven.delete(id);
  for (const id of proven) tooWeak.delete(id);
  return { proven, complaints: [...complaints].sort(), tooWeak };
}
