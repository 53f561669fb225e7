/** What is wrong with a thing after a change: only what the change has brought. */
import type { CodedText } from '../wire/errors.ts';

/** Something that is wrong, at a member, or at an element of a member that is a list. */
interface Problem extends CodedText {
  path: readonly (string | number)[];
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value).toSorted() : value;

/** A problem with the value that has it, wherever that stands in its list. Of a list as a whole its elements say nothing. */
function keyOf(shape: object, { path, code, params }: Problem): string {
  const [member, index] = path;
  const value = (shape as Readonly<Record<string, unknown>>)[String(member)];
  const subject = Array.isArray(value) ? value[Number(index)] : value;
  return JSON.stringify([path.filter((step) => typeof step !== 'number'), code, sorted(params), sorted(subject)]);
}

/**
 * Problems of a thing as it would be that it does not have as it is: what others once made, and what is sent along unchanged, keeps nobody
 * from changing the rest. `before` is undefined of a new thing.
 * @param problemsOf names the elements of lists by their places
 */
export function newProblems<S extends object, P extends Problem>(
  problemsOf: (shape: S) => readonly P[],
  now: S,
  before: S | undefined,
): P[] {
  const known = new Set(before && problemsOf(before).map((problem) => keyOf(before, problem)));
  return problemsOf(now).filter((problem) => !known.has(keyOf(now, problem)));
}
