import { calls, kinds } from '@gantry/contract';
import type { Kind } from '@gantry/contract/wire/kind';
import { readableSubjects } from '../access/rights.ts';
import { visibilityOf } from '../access/visibility.ts';
import type { Caller } from '../access/caller.ts';
import { visibleNames } from '../store/visibility/names.ts';
import type { VisibleNames } from './classify.ts';

/** The permission under which lists of a kind are read; it decides how far a caller sees (see visibilityOf). */
const listPermission = (kind: Kind) => calls.find(({ does }) => does.by === 'list' && does.kind.name === kind.name)?.permission;

/** Subjects a caller reads, each with the names it is visible by, as in lists. */
export function visibleNamesOf(caller: Caller): Map<string, VisibleNames> {
  const readable = readableSubjects(caller);
  const seen = [...kinds.values()].filter(({ subject }) => readable.has(subject));
  return new Map(
    seen.map((kind) => {
      const names = visibleNames(visibilityOf(caller, listPermission(kind)));
      return [kind.subject, names === 'all' ? names : new Set(names)];
    }),
  );
}
