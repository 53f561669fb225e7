import type { CodedText } from '@gantry/contract/wire/errors';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { CheckedFields } from './checked-fields.ts';
import { fieldErrorOf, type FieldText } from './field-errors.ts';

/** Name of the mark for what is wrong with the form as a whole. Not `root`, which react-hook-form takes away before it looks whether anything is wrong. */
export const WHOLE = 'whole-form';

/** A rule's own code and bounds, as the server would tell them. Messages of the contract are codes; one of zod's own is shown as `invalid`. */
function codeOf(issue: z.core.$ZodIssue): CodedText {
  const params = {
    ...('params' in issue && issue.params),
    ...('minimum' in issue && { min: Number(issue.minimum) }),
    ...('maximum' in issue && { max: Number(issue.maximum) }),
  };
  return { code: /^[a-z][a-z_]*$/.test(issue.message) ? issue.message : 'invalid', params };
}

/**
 * Validates a form by a schema of the contract: the server will judge by the same, and by what checks have found. One error for each part of a field, the first. Not
 * @hookform/resolvers: its errors hold a message alone, without the bounds that the sentence of a code names.
 */
export function schemaResolver<I extends FieldValues, O>(
  schema: z.ZodType<O, I>,
  fieldText: FieldText,
  found = new CheckedFields(),
): Resolver<I, unknown, O> {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) {
      const errors = found.addTo<I>({}, values, fieldText);
      return Object.keys(errors).length === 0 ? { values: result.data, errors: {} } : { values: {}, errors };
    }
    const marks = [...Map.groupBy(result.error.issues, ({ path }) => String(path[0] ?? WHOLE))].map(([field, issues]) => {
      const texts = issues.map((issue) => [issue.path.slice(1).join('.'), fieldText(codeOf(issue))] as const);
      return [field, fieldErrorOf(issues[0]?.code ?? 'custom', texts)];
    });
    return { values: {}, errors: found.addTo(Object.fromEntries(marks), values, fieldText) };
  };
}
