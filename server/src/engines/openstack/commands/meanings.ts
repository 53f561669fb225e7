/** What the network service says no to, as people are told it: it tells the kind of a refusal only in its words. */
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { ServiceError } from '../client/errors.ts';

/** Words of a refusal, and what they mean: a problem at a field of the body, or the reason of a state that does not allow it. */
export type Meaning = { words: RegExp } & (
  { field: string; problem(match: RegExpExecArray): CodedText } | { field?: undefined; reason: CodedText }
);

/** The meaning of a refusal by the first words that fit; the error itself where none does. `at`: where a field stands in the body. */
export function meaningOf(meanings: readonly Meaning[], error: unknown, at = ''): unknown {
  if (!(error instanceof ServiceError) || error.httpStatus < 400 || error.httpStatus >= 500) return error;
  const { detail = '', requestId } = error;
  const options = { detail, ...(requestId !== undefined && { requestId }), cause: error };
  for (const meaning of meanings) {
    const match = meaning.words.exec(detail);
    if (!match) continue;
    if (meaning.field === undefined) return new GantryError('state_conflict', { ...options, reason: meaning.reason });
    return new GantryError('validation_failed', { ...options, fields: { [`${at}${meaning.field}`]: [meaning.problem(match)] } });
  }
  return error;
}
